import Foundation

extension String {
  /// The columns that this takes in a terminal, as the C library counts them, not as we do.
  var columns: Int {
    unicodeScalars.reduce(0) { $0 + max(0, Int(Self.width(wchar_t(bitPattern: $1.value)))) }
  }

  /// The column, from 0, in which a text stands first; nil where it does not.
  func column(of text: String) -> Int? {
    range(of: text).map { String(self[..<$0.lowerBound]).columns }
  }

  /// `wcwidth` of POSIX, whose declaration is hidden from Swift.
  private static let width: @convention(c) (wchar_t) -> Int32 = {
    // Without a locale of UTF-8 it knows ASCII only.
    setlocale(LC_CTYPE, "C.UTF-8")
    return unsafeBitCast(dlsym(nil, "wcwidth"), to: (@convention(c) (wchar_t) -> Int32).self)
  }()
}
