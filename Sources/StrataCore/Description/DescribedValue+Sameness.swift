extension DescribedValue {
  /// Whether both values are written the same, which is more than being equal, and less than it where `==` leaves out
  /// what is written; those that cannot be written are not.
  public func isWritten(as other: Self) -> Bool {
    withPlace(of: self) { left in
      withPlace(of: other) { Self._shape.isSame(left, $0) }
    }
  }
}
