import Measuring

extension Circumstances {
  /// When and where it was measured, for readers.
  var sentence: String {
    let busy = load > Double(cores) - 0.5 ? "a busy machine, so clocks are rough" : "little else to do"
    let sharing =
      hashing == Self.deterministic ? "the same hashing in every process" : "hashing seeded by chance"
    return
      "Measured on \(date.prefix(10)): \(processor), \(cores) cores, \(readableBytes(Double(memory))) of memory, "
      + "\(system); \(toolchain); revision \(revision); load \(readable(load)) when it began (\(busy)); \(sharing)."
  }
}
