/// Tools where instructions are built.
struct ToolDeclarations: DynamicInstructions, InstructionsNode {
  typealias Body = Never
  let tools: [any Tool]

  init(_ tools: [any Tool]) {
    self.tools = tools
  }

  var body: Never { bodiless(Self.self) }

  func collect(into collection: inout InstructionsCollection) { collection.append(tools) }
}
