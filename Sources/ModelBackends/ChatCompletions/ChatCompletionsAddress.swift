/// Where a server keeps what the protocol needs, whichever of its addresses a person gives (M4).
struct ChatCompletionsAddress {
  /// `…/v1/chat/completions`.
  let completions: ServerAddress
  /// `…/v1/models`.
  let models: ServerAddress
  /// The address without the protocol's own path and version: what llama.cpp's and Ollama's own paths follow.
  let root: ServerAddress

  init(_ given: ServerAddress) {
    let ending = "/chat/completions"
    var base = given.path
    if base.hasSuffix(ending) {
      base.removeLast(ending.count)
    } else if !given.hasVersionSegment {
      base += "/v1"
    }
    completions = given.replacingPath(base + ending, query: given.query)
    models = given.replacingPath(base + "/models", query: given.query)
    let segments = base.split(separator: "/")
    let last = segments.last.map(String.init) ?? ""
    let isVersion = last.first == "v" && last.dropFirst().first?.isNumber == true
    let rootPath = (isVersion ? segments.dropLast() : segments[...]).map { "/\($0)" }.joined()
    root = given.replacingPath(rootPath)
  }
}
