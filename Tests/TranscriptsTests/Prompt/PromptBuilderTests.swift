import FoundationEssentials
import Testing
import Transcripts

@Suite("Prompts and instructions, built of their parts")
struct PromptBuilderTests {
  private func texts(_ prompt: Prompt) -> [String] { prompt.segments.map(\.description) }

  @Test("U2: parts stand on lines of their own, in one text segment without an id")
  func lines() {
    let isRaining = false
    let beds: [String]? = ["beans", "peas"]
    let prompt = Prompt {
      "Water these:"
      for bed in beds ?? [] { "- \(bed)" }
      if isRaining { "It rains." } else { "It is dry." }
      if isRaining { "Never mind." }
      Prompt {
        "Depth:"
        4
      }
      ["a", "b"]
    }
    #expect(texts(prompt) == ["Water these:\n- beans\n- peas\nIt is dry.\nDepth:\n4\na\nb"])
    #expect(prompt.segments.map(\.id) == [""])
    #expect(texts(Prompt("one")) == ["one"] && texts(Prompt {}).isEmpty)
    #expect(texts(Prompt(Prompt("x"))) == ["x"])
  }

  @Test("U2: instructions are built alike")
  func instructions() throws {
    let extra: String? = nil
    let instructions = Instructions {
      "Be brief."
      if let extra { extra }
      Instructions("Be kind.")
      GeneratedContent(properties: ["tone": "warm"])
    }
    #expect(instructions.segments.map(\.description) == ["Be brief.\nBe kind.\n{\"tone\": \"warm\"}"])
    struct Refusal: Error {}
    func fail() throws -> String { throw Refusal() }
    #expect(throws: Refusal.self) { try Instructions { try fail() } }
  }

  @Test("U2: an image stands between the texts, with its label")
  func images() throws {
    let image = Transcript.ImageAttachment(dataURL: "data:image/gif;base64,R0lGODlhAgADAA==")
    let prompt = Prompt {
      "Before"
      "the image"
      Attachment(image).label("leaf")
      "after"
      Attachment(image)
    }
    #expect(texts(prompt) == ["Before\nthe image", "[leaf: GIF 2×3, 10 B]", "after", "[GIF 2×3, 10 B]"])
  }

  @Test("T2: an image file is read when it is named; one that can't be read stays an address")
  func imageFiles() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let url = FileManager.default.temporaryDirectory.appending(path: "leaf-\(UUID().uuidString).png")
    try Data(png).write(to: url)
    let image = Transcript.ImageAttachment(imageURL: url)
    try FileManager.default.removeItem(at: url)
    #expect(image.url == url && image.dataURL == "data:image/png;base64,iVBORw0KGgo=")
    #expect(image == Transcript.ImageAttachment(data: Data(png)))
    let gone = Transcript.ImageAttachment(imageURL: url)
    #expect(gone.dataURL == url.absoluteString && gone.url == url)
    let far = try #require(URL(string: "https://example.org/leaf.png"))
    #expect(Transcript.ImageAttachment(imageURL: far).dataURL == "https://example.org/leaf.png")
  }

  @Test("T2: a reference finds the latest image with its label")
  func references() throws {
    func prompt(_ url: String, _ label: String?) -> Transcript.Entry {
      .prompt(
        Transcript.Prompt(
          segments: [
            .text(Transcript.TextSegment(content: "x")),
            .attachment(Transcript.AttachmentSegment(dataURL: url, label: label)),
          ]))
    }
    let entries = [
      prompt("data:,1", "leaf"), prompt("data:,2", "leaf"), prompt("data:,3", "root"), prompt("data:,4", nil),
    ]
    let reference: ImageReference = try GeneratedContent(json: #"{"attachmentLabel":"leaf"}"#).value()
    #expect(reference.resolved(in: entries)?.dataURL == "data:,2")
    #expect(reference.resolved(in: Transcript(entries: entries[2...])) == nil)
    #expect(ImageReference.generationSchema.json["required"] == ["attachmentLabel"])
    let partial = try ImageReference.PartiallyGenerated(
      GeneratedContent(partialJSON: #"{"attachmentLabel":"le"#))
    #expect(partial.attachmentLabel == "le")
    #expect(try ImageReference.PartiallyGenerated(GeneratedContent(json: "{}")).attachmentLabel == nil)
    #expect(throws: GeneratedContent.ParsingError.self) { try ImageReference(GeneratedContent(json: "{}")) }
  }
}
