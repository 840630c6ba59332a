extension GenerableType {
  /// The declaration of `PartiallyGenerated`: what has come of a value while it is streamed. Nil for an enum of plain choices,
  /// which is there or is not.
  ///
  /// A property that cannot be read yet is nil: a name may be cut in the middle. Whether the whole is well formed shows when it is
  /// complete, and `init(_:)` of the type itself reads it.
  var partiallyGenerated: String? {
    switch shape {
    case .structure(let properties): partialStruct(properties)
    case .choices: nil
    case .union(let cases, let isIndirect): partialEnum(cases, isIndirect: isIndirect)
    }
  }

  private func partialStruct(_ all: [StoredProperty]) -> String {
    let properties = all.filter { !$0.isIdentity }
    // A property `id` of another kind is the identity then.
    let ownsID = properties.contains { $0.name == "id" }
    var protocols = ["Swift.Identifiable", Names.fromContent]
    if isEquatable { protocols.append("Swift.Equatable") }
    var text = SwiftText()
    text.block("nonisolated \(access)struct PartiallyGenerated: \(protocols.joined(separator: ", ")) {") {
      text in
      if !ownsID { text.line("\(access)var id: \(Names.id)") }
      for property in properties {
        let access = property.name == "id" ? access : property.access
        text.line("\(access)var \(property.identifier): \(property.type.partial)")
      }
      text.line("")
      text.block("nonisolated \(access)init(_ content: \(Names.content)) throws {") { text in
        if !ownsID { text.line("self.id = content.id ?? \(Names.id)()") }
        for property in properties {
          text.line(
            "self.\(property.identifier) = try? content.value(\(property.type.partial).self, "
              + "forProperty: \(property.name.literal))")
        }
      }
    }
    return text.text
  }

  private func partialEnum(_ cases: [EnumCase], isIndirect: Bool) -> String {
    let protocols = [Names.fromContent] + (isEquatable ? ["Swift.Equatable"] : [])
    let head =
      "nonisolated \(access)\(isIndirect ? "indirect " : "")enum PartiallyGenerated: "
      + "\(protocols.joined(separator: ", ")) {"
    var text = SwiftText()
    text.block(head) { text in
      for each in cases {
        text.line("case \(each.identifier)" + Self.list(each.values.map { "\($0.prefix)\($0.type.partial)" }))
      }
      text.line("")
      text.block("nonisolated \(access)init(_ content: \(Names.content)) throws {") { text in
        text.line(
          "let name = try content.value(Swift.String.self, forProperty: \(EnumCase.discriminator.literal))")
        writeSwitch(over: cases, to: &text) { each in
          let values = each.values.map {
            "\($0.prefix)try? content.value(\($0.type.partial).self, forProperty: \($0.name.literal))"
          }
          return "self = .\(each.identifier)" + Self.list(values)
        }
      }
    }
    return text.text
  }
}
