import FoundationEssentials

extension Transcript {
  /// Something other than text in an entry (API §6).
  public enum Attachment: Sendable, Equatable {
    case image(ImageAttachment)
  }

  /// An image: its bytes, in the form in which a transcript holds them (API §6).
  ///
  /// The framework's pixels (`cgImage`, `ciImage`, `pixelBuffer`, `orientation`) are bound to another platform and left out.
  public struct ImageAttachment: Sendable, Equatable {
    /// The address of the image; nil for one that came as data.
    public let url: URL?
    /// The image as a data URL (`data:image/png;base64,…`); of an address that could not be read, the address. (Stemma's addition.)
    public let dataURL: String

    /// The image of a file, read now. One that can't be read, or is not in a file, stays an address.
    public init(imageURL: URL) {
      url = imageURL
      guard imageURL.isFileURL, let data = try? Data(contentsOf: imageURL) else {
        dataURL = imageURL.absoluteString
        return
      }
      dataURL = Self.dataURL(of: data)
    }

    /// An image as its bytes: JPEG, PNG, GIF or WebP. (Stemma's addition.)
    public init(data: Data) {
      url = nil
      dataURL = Self.dataURL(of: data)
    }

    /// An image as a data URL, or its address. (Stemma's addition.)
    public init(dataURL: String) {
      self.dataURL = dataURL
      url = dataURL.hasPrefix("data:") ? nil : URL(string: dataURL)
    }

    /// What the image is, read from its first bytes. (Stemma's addition.)
    public var facts: ImageFacts { ImageFacts(dataURL: dataURL) }

    private static func dataURL(of data: Data) -> String {
      let unnamed = "data:application/octet-stream;base64,\(data.base64EncodedString())"
      let type = ImageFacts(dataURL: unnamed).mediaType
      return "data:\(type);base64,\(unnamed.dropFirst("data:application/octet-stream;base64,".count))"
    }

    /// Equal images are equal bytes, wherever they came from.
    public static func == (left: ImageAttachment, right: ImageAttachment) -> Bool {
      left.dataURL == right.dataURL
    }
  }
}
