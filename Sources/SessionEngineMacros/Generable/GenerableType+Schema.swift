extension GenerableType {
  /// The declaration of `generationSchema`.
  var generationSchema: String {
    var text = SwiftText()
    text.block("nonisolated \(access)static var generationSchema: \(Names.schema) {") { text in
      text.block("\(Names.schema)(", end: ")") { text in
        text.line("type: Self.self,")
        if let name = arguments.name { text.line("name: \(name),") }
        if let description = arguments.description { text.line("description: \(description),") }
        switch shape {
        case .structure(let properties):
          if arguments.representsNil { text.line("representNilExplicitlyInGeneratedContent: true,") }
          writeProperties(properties.filter { !$0.isIdentity }.map(\.schema), to: &text)
        case .choices(let cases, _):
          text.line("anyOf: [\(cases.map(\.name.literal).joined(separator: ", "))]")
        case .union(let cases, _):
          if arguments.representsNil { text.line("representNilExplicitlyInGeneratedContent: true,") }
          text.block("cases: [", end: "]") { text in
            for each in cases {
              if each.values.isEmpty {
                text.line("\(Names.schema).Case(name: \(each.name.literal)),")
              } else {
                text.block("\(Names.schema).Case(", end: "),") { text in
                  text.line("name: \(each.name.literal),")
                  writeProperties(each.values.map(\.schema), to: &text)
                }
              }
            }
          }
        }
      }
    }
    return text.text
  }

  private func writeProperties(_ properties: [String], to text: inout SwiftText) {
    if properties.isEmpty {
      text.line("properties: []")
    } else {
      text.block("properties: [", end: "]") { text in
        for property in properties { text.line("\(property),") }
      }
    }
  }
}

extension StoredProperty {
  fileprivate var schema: String {
    var arguments = ["name: \(name.literal)"]
    if let description = guide?.description { arguments.append("description: \(description)") }
    arguments.append("type: \(type.metatype)")
    if let guides = guide?.guides, !guides.isEmpty {
      arguments.append("guides: [\(guides.joined(separator: ", "))]")
    }
    return "\(Names.schema).Property(\(arguments.joined(separator: ", ")))"
  }
}

extension EnumCase.AssociatedValue {
  fileprivate var schema: String { "\(Names.schema).Property(name: \(name.literal), type: \(type.metatype))" }
}
