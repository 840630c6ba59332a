/// How many colours a terminal shows. A smaller depth compares less.
public enum ColorDepth: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// Attributes only: bold, dim, underline, reverse.
  case mono
  /// The sixteen named colours (on eight-colour terminals the bright ones become bold).
  case ansi16
  /// The xterm palette of 256.
  case indexed256
  /// 24 bits a colour.
  case trueColor

  /// Fewer colours come first.
  public static func < (left: ColorDepth, right: ColorDepth) -> Bool { left.rawValue < right.rawValue }
}
