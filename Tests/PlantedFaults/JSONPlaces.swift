/// Where the values and members of a JSON text lie, found by a scan that takes any bytes without complaint.
struct JSONPlaces {
  /// Every value, containers too, without the white space around it.
  private(set) var values: [Range<Int>] = []
  /// Every member of an object, from the quote of its key to the end of its value.
  private(set) var members: [Range<Int>] = []

  init(_ bytes: [UInt8]) {
    // A container that is open: where it began, and where the member that it is the value of began.
    var open: [(start: Int, member: Int?)] = []
    var key: Int?
    var index = 0

    func finish(_ range: Range<Int>, member: Int?) {
      values.append(range)
      if let member { members.append(member..<range.upperBound) }
    }
    while index < bytes.count {
      let start = index
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        open.append((index, key))
        key = nil
        index += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        index += 1
        if let container = open.popLast() { finish(container.start..<index, member: container.member) }
        key = nil
      case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: " "), UInt8(ascii: "\n"):
        index += 1
      case UInt8(ascii: "\""):
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
          index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index = min(index + 1, bytes.count)
        if bytes[index...].first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: ":") {
          key = start
        } else {
          finish(start..<index, member: key)
          key = nil
        }
      default:
        while index < bytes.count, !Self.ends.contains(bytes[index]) { index += 1 }
        finish(start..<index, member: key)
        key = nil
      }
    }
  }

  private static let ends: Set<UInt8> = Set(",:]}[{\" \n".utf8)
}
