/// A version of an app. There are as many as are asked for, because each of them needs types of its own.
protocol AppVersion {}
private enum First: AppVersion {}
private enum Even<Half: AppVersion>: AppVersion {}
private enum Odd<Half: AppVersion>: AppVersion {}

func appVersion(_ number: Int) -> any AppVersion.Type {
  func even<Half: AppVersion>(_ half: Half.Type) -> any AppVersion.Type { Even<Half>.self }
  func odd<Half: AppVersion>(_ half: Half.Type) -> any AppVersion.Type { Odd<Half>.self }
  if number == 0 { return First.self }
  let half = appVersion(number / 2)
  return number.isMultiple(of: 2) ? even(half) : odd(half)
}
