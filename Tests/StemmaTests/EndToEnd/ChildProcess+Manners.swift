import Foundation

extension ChildProcess.Result {
  /// How a command broke the rules that every command keeps, whatever it is given; empty when it kept them.
  ///
  /// It ends by itself with 0, with 1 (`diff` only) or 2; at 2 there is one line on standard error, and none of JSON on
  /// standard output; text holds no control character but the line feed, and JSON is a whole document.
  func misbehaviour(of arguments: [String]) -> [String] {
    var complaints: [String] = []
    let isJSON = arguments.contains("--json")
    if !(0...2).contains(status) || (status == 1 && arguments.first != "diff") {
      complaints.append("exit status \(status)")
    }
    if status == 2 {
      let lines = stderr.split(separator: "\n", omittingEmptySubsequences: false)
      // The last line feed ends the line.
      let isOneLine = lines.count == 2 && lines[1].isEmpty && lines[0].hasPrefix("stemma: ")
      if !isOneLine { complaints.append("not one line on standard error: \(stderr.prefix(400))") }
      if isJSON, !stdout.isEmpty { complaints.append("JSON after all: \(stdout.prefix(80))") }
    } else if isJSON, (try? JSONSerialization.jsonObject(with: Data(stdout.utf8))) == nil {
      complaints.append("not JSON: \(stdout.prefix(80))…\(stdout.suffix(80))")
    }
    for (name, text) in [("output", stdout), ("error", stderr)] {
      if let control = text.unicodeScalars.first(where: Self.isControl) {
        complaints.append("U+\(String(control.value, radix: 16)) on standard \(name)")
      }
    }
    return complaints
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
  }
}
