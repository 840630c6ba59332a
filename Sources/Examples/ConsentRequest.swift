import FoundationModels

/// O3: a tool that proposes, and acts only when a person says yes.
///
/// The request waits in the tool's call. A no is an answer as well: the model is told, and goes on.
public struct OrderSeeds: Tool {
  public let name = "orderSeeds"
  public let description = "Orders from the garden shop. The person is asked first."
  let ask: @Sendable (String) async throws -> Bool
  let order: @Sendable (String, Int) async throws -> Void

  /// - Parameters:
  ///   - ask: puts the question to the person and waits for the answer.
  ///   - order: does it.
  public init(
    ask: @escaping @Sendable (String) async throws -> Bool,
    order: @escaping @Sendable (String, Int) async throws -> Void
  ) {
    self.ask = ask
    self.order = order
  }

  @Generable public struct Arguments {
    var kind: String
    var packets: Int
  }

  public func call(arguments: Arguments) async throws -> String {
    guard try await ask("Order \(arguments.packets) of \(arguments.kind)?") else {
      return "The person declined; nothing was ordered."
    }
    try await order(arguments.kind, arguments.packets)
    return "Ordered \(arguments.packets) of \(arguments.kind); they come on Thursday."
  }
}
