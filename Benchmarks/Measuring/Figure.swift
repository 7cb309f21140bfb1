/// One number that a benchmark measured: the line of a table, the object of a JSON line.
public struct Figure: Equatable, Sendable {
  /// The workload, such as `M3`.
  public var workload: String
  /// The type that was measured, such as `PersistentMap<Int,Int>`.
  public var type: String
  /// How many items the workload ran over.
  public var n: Int
  /// How many steps it took over them, where that is a size of its own.
  public var steps: Int?
  /// The metric, unit included, such as `ns/step`.
  public var metric: String
  /// The number itself, not rounded.
  public var value: Double

  /// Makes a figure from its parts.
  public init(workload: String, type: String, n: Int, steps: Int? = nil, metric: String, value: Double) {
    self.workload = workload
    self.type = type
    self.n = n
    self.steps = steps
    self.metric = metric
    self.value = value
  }

  /// The figure as one JSON object on one line.
  public var json: String {
    let size = steps.map { "\"n\":\(n),\"steps\":\($0)" } ?? "\"n\":\(n)"
    let number = value.isFinite ? "\(value)" : "null"
    return """
      {"workload":\(quoted(workload)),"type":\(quoted(type)),\(size),"metric":\(quoted(metric)),"value":\(number)}
      """
  }

  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
