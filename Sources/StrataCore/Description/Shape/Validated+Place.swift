extension Validated {
  /// Lets the value at a place repair or refuse what it is made of.
  static func validate(_ value: MutableValuePlace) throws(PatchError) {
    do {
      try value.pointer(to: Self.self).pointee.validate()
    } catch {
      throw PatchError(.refused(type: "\(Self.self)", reason: "\(error)"))
    }
  }
}
