import Foundation
import Measuring
import Strata
import TestSupport
import Testing

@Suite("The JSON of described values")
struct DescribedJSONTests {
  @Test("Foundation reads it back as the same value, and it is the same bytes each time")
  func foundation() throws {
    var random = SplitMix64(seed: 23)
    var finite = 0
    for _ in 0..<Soak.times(300) {
      var sample = Sample()
      sample.edit(using: &random, times: 60)
      if !sample.ratio.isFinite { sample.ratio = 1.5 }
      if !sample.single.isFinite { sample.single = 1.5 }
      let json = try sample.json()
      finite += 1
      let theirs = try JSONDecoder().decode(Sample.self, from: Data(json))
      let (plain, theirPlain) = (try PlainValue(of: sample), try PlainValue(of: theirs))
      try #require(theirPlain == plain)
      let ours = try Sample(json: json)
      try #require(try PlainValue(of: ours) == plain)
      try #require(try ours.json() == json)
    }
    #expect(finite > 0)
  }

  @Test("What Foundation writes is read as the same value")
  func fromFoundation() throws {
    var random = SplitMix64(seed: 29)
    for _ in 0..<Soak.times(200) {
      var sample = Sample()
      sample.edit(using: &random, times: 60)
      if !sample.ratio.isFinite { sample.ratio = -0.25 }
      if !sample.single.isFinite { sample.single = -0.25 }
      let theirs = try JSONEncoder().encode(sample)
      let (read, plain) = (try PlainValue(of: Sample(json: theirs)), try PlainValue(of: sample))
      try #require(read == plain)
    }
  }

  @Test("A number that JSON does not have stands as a word", arguments: ["NaN", "Infinity", "-Infinity"])
  func words(word: String) throws {
    var sample = Sample()
    (sample.ratio, sample.single) = (try #require(Double(word)), try #require(Float(word)))
    let json = String(decoding: try sample.json(), as: UTF8.self)
    #expect(json.contains("\"ratio\":\"\(word)\"") && json.contains("\"single\":\"\(word)\""))
    #expect(try Sample(json: json.utf8).isWritten(as: sample))
  }

  @Test("What is no value of the type is an error with its path")
  func wrong() throws {
    var json = String(decoding: try Sample().json(), as: UTF8.self)
    json.replace("\"inner\":{\"title\":\"\"", with: "\"inner\":{\"title\":7")
    #expect { try Sample(json: json.utf8) } throws: {
      "\($0)" == "inner / title: no text can be made: a whole number is none"
    }
    #expect { try Sample(json: "{\"number\":1,}".utf8) } throws: {
      "\($0)" == "this is no JSON: line 1, column 13: a name in quotes is expected here"
    }
  }
}
