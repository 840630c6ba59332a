import Foundation
import Testing

@testable import Transcripts

/// Headers are made by hand from the formats' own descriptions: RFC 2083, ITU T.81, GIF89a, the WebP container and RFC 6386.
@Suite("Image facts: what the first bytes tell")
struct ImageFactsTests {
  private func facts(_ bytes: [UInt8], stated: String = "image/x") -> ImageFacts {
    ImageFacts(dataURL: "data:\(stated);base64,\(Data(bytes).base64EncodedString())")
  }

  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + [
      0, 0, 2, 0x80, 0, 0, 1, 0xE0,
    ]

  @Test("PNG: width and height of the header chunk, big-endian")
  func png() {
    let image = facts(Self.png + [8, 6, 0, 0, 0])
    #expect(
      image.mediaType == "image/png" && image.width == 640 && image.height == 480 && image.byteCount == 29)
    #expect(image.words == "PNG 640×480, 29 B")
    #expect(facts(Array(Self.png.prefix(18))).width == nil)
  }

  @Test("GIF: little-endian after the signature")
  func gif() {
    let image = facts(Array("GIF89a".utf8) + [0x02, 0x01, 0x03, 0x00, 0])
    #expect(image.mediaType == "image/gif" && image.width == 258 && image.height == 3)
    #expect(facts(Array("GIF87a".utf8) + [5, 0, 6, 0]).words == "GIF 5×6, 10 B")
  }

  @Test("JPEG: the frame header, after other segments and fill bytes")
  func jpeg() {
    let start: [UInt8] = [0xFF, 0xD8]
    let app: [UInt8] = [0xFF, 0xE0, 0, 4, 0xAA, 0xBB]
    let huffman: [UInt8] = [0xFF, 0xC4, 0, 3, 0]
    let frame: [UInt8] = [0xFF, 0xC0, 0, 11, 8, 0x01, 0xE0, 0x02, 0x80, 1, 1, 0x11, 0]
    let image = facts(start + app + huffman + frame)
    #expect(image.mediaType == "image/jpeg" && image.width == 640 && image.height == 480)
    #expect(facts(start + app + [0xFF, 0xFF] + frame).width == 640)
    // Progressive, and without a frame at all.
    #expect(facts(start + [0xFF, 0xC2, 0, 11, 8, 0, 7, 0, 9]).words == "JPEG 9×7, 11 B")
    #expect(facts(start + app).width == nil && facts(start + [0xFF, 0xE0, 0xFF, 0xFF]).width == nil)
  }

  @Test("WebP: lossy, lossless and extended")
  func webp() {
    func riff(_ chunk: [UInt8]) -> [UInt8] { Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8) + chunk }
    let extended = riff(Array("VP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0])
    #expect(facts(extended).words == "WEBP 640×480, 30 B")
    let lossy = riff(Array("VP8 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x42, 0xE0, 0x01])
    // The two bits over the width are a scale.
    #expect(facts(lossy).width == 640 && facts(lossy).height == 480)
    // 14 bits of width - 1, then 14 of height - 1: 639 | 479 << 14 = 0x77C27F.
    let lossless = riff(Array("VP8L".utf8) + [0, 0, 0, 0, 0x2F, 0x7F, 0xC2, 0x77, 0x00])
    #expect(facts(lossless).width == 640 && facts(lossless).height == 480)
    #expect(facts(lossless).mediaType == "image/webp")
  }

  @Test("Other types are taken as stated; sizes are those of the image, not of its base64")
  func stated() {
    #expect(facts([1, 2, 3, 4], stated: "image/heic").words == "HEIC, 4 B")
    for count in 0...7 {
      let base64 = Data(repeating: 7, count: count).base64EncodedString()
      #expect(ImageFacts(dataURL: "data:image/x;base64," + base64).byteCount == count)
      #expect(
        ImageFacts(dataURL: "data:image/x;base64," + base64.replacing("=", with: "")).byteCount == count)
    }
    #expect(facts([UInt8](repeating: 0, count: 12_800)).words == "X, 13 KB")
    #expect(ImageFacts(dataURL: "data:image/svg+xml,<svg/>").words == "SVG+XML, 6 B")
    #expect(ImageFacts(dataURL: "data:;base64,AAAA").mediaType == "unknown")
    #expect(ImageFacts(dataURL: "data:image/png;charset=x;base64,AAAA").mediaType == "image/png")
    #expect(ImageFacts(dataURL: "https://example.org/a.png").mediaType == "unknown")
    #expect(ImageFacts(dataURL: "").byteCount == 0)
    #expect(ImageFacts(dataURL: "data:image/png;base64,!!!!").width == nil)
  }
}
