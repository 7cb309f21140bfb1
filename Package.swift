// swift-tools-version: 6.2
import CompilerPluginSupport
import PackageDescription

let package = Package(
  name: "Strata",
  platforms: [.macOS(.v14), .iOS(.v17), .tvOS(.v17), .watchOS(.v10), .visionOS(.v1)],
  products: [
    .library(name: "PersistentCollections", targets: ["PersistentCollections"]),
    .library(name: "Strata", targets: ["Strata"]),
    .library(name: "StrataCore", targets: ["StrataCore"]),
    .library(name: "StrataStorage", targets: ["StrataStorage"]),
    .library(name: "StrataSync", targets: ["StrataSync"]),
    .library(name: "StrataInspection", targets: ["StrataInspection"]),
    .library(name: "StrataTesting", targets: ["StrataTesting"]),
    .executable(name: "strata", targets: ["StrataProgram"]),
  ],
  targets: [
    // The library, bottom up: nothing points back.
    .target(name: "Platform"),
    .target(name: "PersistentCollections"),
    // A program that the compiler runs, for @Described.
    .macro(name: "StrataMacros"),
    .target(name: "StrataCore", dependencies: ["Platform", "PersistentCollections", "StrataMacros"]),
    .target(name: "StrataStorage", dependencies: ["Platform", "StrataCore"]),
    .target(name: "StrataSync", dependencies: ["PersistentCollections", "StrataCore", "StrataStorage"]),
    .target(name: "Strata", dependencies: ["PersistentCollections", "StrataCore", "StrataStorage"]),
    .target(name: "StrataInspection", dependencies: ["StrataCore", "StrataStorage"]),
    .target(name: "StrataTesting", dependencies: ["StrataCore"]),

    // The worked example and the thin program over it.
    .target(name: "Workspace", dependencies: ["Strata", "StrataSync"]),
    .target(
      name: "StrataREPL",
      dependencies: ["Platform", "Workspace", "Strata", "StrataSync", "StrataInspection"]
    ),
    .executableTarget(name: "StrataProgram", dependencies: ["StrataREPL"]),

    // Benchmarks see everything; nothing sees them.
    .target(name: "AllocatorFigures", path: "Benchmarks/AllocatorFigures"),
    .target(name: "Measuring", dependencies: ["Platform", "AllocatorFigures"], path: "Benchmarks/Measuring"),
    .benchmark("CollectionSpeed", of: ["PersistentCollections"]),
    .benchmark("TextSpeed", of: ["PersistentCollections", "StrataCore", "StrataStorage"]),
    .benchmark("StoreSpeed", of: ["PersistentCollections", "StrataCore", "StrataStorage", "Workspace"]),
    .benchmark("StorageSpeed", of: ["StrataStorage", "Workspace"]),
    .target(
      name: "HistoryCosts",
      dependencies: ["PersistentCollections", "StrataCore", "StrataStorage", "Workspace", "Measuring"],
      path: "Benchmarks/HistoryCosts"
    ),
    .benchmark("HistoryMemory", of: ["HistoryCosts"]),

    // Tests mirror the sources, and share what they run on.
    .target(name: "TestSupport", dependencies: ["Platform"], path: "Tests/TestSupport"),
    .tests("PersistentCollections"),
    .tests("StrataMacros"),
    .tests("StrataCore"),
    .tests("StrataStorage", with: ["PersistentCollections", "StrataCore", "StrataSync", "SavingSubject"]),
    .tests("StrataSync", with: ["PersistentCollections", "StrataCore"]),
    .executableTarget(
      name: "SavingSubject",
      dependencies: [
        "Platform", "PersistentCollections", "StrataCore", "StrataStorage", "StrataSync", "Measuring",
      ],
      path: "Tests/SavingSubject"
    ),
    .tests(
      "StrataInspection",
      with: ["PersistentCollections", "StrataCore", "StrataStorage", "Workspace", "SavingSubject"]
    ),
    .tests("StrataTesting", with: ["PersistentCollections", "StrataCore"]),
    .tests("Strata"),
    .tests("Workspace", with: ["Strata", "StrataSync", "StrataTesting"]),
    .tests("StrataREPL", with: ["Workspace", "Strata", "StrataSync", "StrataInspection"]),
    .tests("Measuring"),
    .tests("HistoryCosts"),
    .testTarget(
      name: "DocumentationTests",
      dependencies: ["Strata", "StrataSync", "StrataInspection", "StrataTesting", "Measuring"]
    ),
  ],
  swiftLanguageModes: [.v6]
)

// A sanitizer makes everything take many times as long: only the modules named there are built, with their tests.
if let names = Context.environment["STRATA_ONLY"] {
  let modules = names.split(separator: ",").map(String.init)
  let beneath = ["Platform", "StrataMacros", "AllocatorFigures", "Measuring", "TestSupport"]
  let subjects = modules.contains("StrataStorage") ? ["SavingSubject"] : []
  let kept = Set(modules + modules.map { $0 + "Tests" } + beneath + subjects)
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { !kept.contains($0.name) }
  // An optimised test module takes many minutes to compile. The collections need theirs, for their code is specialised where
  // it is used; other tests call code that its own module has optimised.
  for target in package.targets where target.type == .test && target.name != "PersistentCollectionsTests" {
    target.swiftSettings = [.unsafeFlags(["-Onone"])]
  }
}

extension Target {
  /// A benchmark program in a folder of its own, on top of the shared measuring code.
  static func benchmark(_ name: String, of subjects: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: subjects + ["Measuring"], path: "Benchmarks/\(name)")
  }

  /// The tests of one module; the seeded generator that all share comes from `Measuring`.
  static func tests(_ module: String, with others: [Target.Dependency] = []) -> Target {
    let shared: [Target.Dependency] = module == "Measuring" ? [] : ["Measuring", "TestSupport"]
    return .testTarget(name: "\(module)Tests", dependencies: [.byName(name: module)] + others + shared)
  }
}
