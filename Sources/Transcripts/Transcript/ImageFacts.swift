/// What can be said of an image without decoding it: its type, its size in bytes, and its pixels where the header tells them.
public struct ImageFacts: Sendable, Hashable {
  /// The media type that the data URL states, or that the first bytes show; "unknown" when neither does.
  public var mediaType: String
  /// Bytes of the image itself, after base64.
  public var byteCount: Int
  public var width: Int?
  public var height: Int?

  /// Reads `data:image/jpeg;base64,…`. Anything else is an image of unknown type with its text's length as its size.
  public init(dataURL: String) {
    let text = dataURL.utf8
    guard dataURL.hasPrefix("data:"), let comma = text.firstIndex(of: UInt8(ascii: ",")) else {
      self.init(mediaType: "unknown", byteCount: text.count)
      return
    }
    let head = dataURL[..<comma].dropFirst("data:".count)
    let type = head.prefix { $0 != ";" }
    let stated = type.isEmpty ? "unknown" : String(type)
    let payload = text[text.index(after: comma)...]
    guard head.hasSuffix(";base64") else {
      self.init(mediaType: stated, byteCount: payload.count)
      return
    }
    // Four characters are three bytes; the padding may be there or not.
    let padding = payload.suffix(2).reduce(0) { $0 + ($1 == UInt8(ascii: "=") ? 1 : 0) }
    self.init(mediaType: stated, byteCount: (payload.count - padding) * 3 / 4)
    readHeader(ImageFacts.decode(payload.prefix(1 << 17)))
  }

  private init(mediaType: String, byteCount: Int) {
    self.mediaType = mediaType
    self.byteCount = byteCount
  }

  /// "JPEG 640×480, 12 KB", as far as known.
  public var words: String {
    let name = mediaType.split(separator: "/").last.map { $0.uppercased() } ?? mediaType
    let pixels = width.flatMap { width in height.map { " \(width)×\($0)" } } ?? ""
    let size = byteCount < 1024 ? "\(byteCount) B" : "\((byteCount + 512) / 1024) KB"
    return "\(name)\(pixels), \(size)"
  }

  private static func decode(_ base64: Substring.UTF8View.SubSequence) -> [UInt8] {
    var out: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in base64 {
      let value: UInt32
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = UInt32(byte - UInt8(ascii: "A"))
      case UInt8(ascii: "a")...UInt8(ascii: "z"): value = UInt32(byte - UInt8(ascii: "a")) + 26
      case UInt8(ascii: "0")...UInt8(ascii: "9"): value = UInt32(byte - UInt8(ascii: "0")) + 52
      case UInt8(ascii: "+"), UInt8(ascii: "-"): value = 62
      case UInt8(ascii: "/"), UInt8(ascii: "_"): value = 63
      default: continue
      }
      bits = bits << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
      }
    }
    return out
  }

  private mutating func readHeader(_ bytes: [UInt8]) {
    func big(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= bytes.count else { return nil }
      return bytes[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    func little(_ at: Int, _ count: Int) -> Int? {
      guard at >= 0, at + count <= bytes.count else { return nil }
      return bytes[at..<at + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      (mediaType, width, height) = ("image/png", big(16, 4), big(20, 4))
    } else if bytes.starts(with: "GIF8".utf8) {
      (mediaType, width, height) = ("image/gif", little(6, 2), little(8, 2))
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      mediaType = "image/webp"
      // Three kinds of first chunk: the extended header, a lossy frame (RFC 6386), a lossless one.
      if bytes.dropFirst(12).starts(with: "VP8X".utf8) {
        (width, height) = (little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 })
      } else if bytes.dropFirst(12).starts(with: "VP8 ".utf8) {
        (width, height) = (little(26, 2).map { $0 & 0x3FFF }, little(28, 2).map { $0 & 0x3FFF })
      } else if bytes.dropFirst(12).starts(with: "VP8L".utf8), let bits = little(21, 4) {
        (width, height) = ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
      }
    } else if bytes.starts(with: [0xFF, 0xD8]) {
      mediaType = "image/jpeg"
      var at = 2
      // A JPEG is a chain of segments; the frame header (SOF0…SOF15, without DHT, JPG and DAC) holds the size.
      while let marker = big(at, 2), marker & 0xFF00 == 0xFF00, let length = big(at + 2, 2) {
        let code = marker & 0xFF
        // A marker may be preceded by any number of fill bytes.
        if code == 0xFF {
          at += 1
          continue
        }
        if (0xC0...0xCF).contains(code), code != 0xC4, code != 0xC8, code != 0xCC {
          (height, width) = (big(at + 5, 2), big(at + 7, 2))
          return
        }
        at += 2 + max(length, 2)
      }
    }
  }
}
