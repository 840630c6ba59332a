import FoundationModels
import Observation
import Testing

// A program whose declarations belong to the main actor, as many apps have it: state, profile and session together.

@MainActor
@Observable
private final class Cart {
  var items: [String] = []
  var isClosed = false

  @ObservationIgnored private(set) lazy var session = LanguageModelSession(profile: CartProfile(cart: self))
}

@MainActor
private struct CartProfile: @MainActor LanguageModelSession.DynamicProfile {
  let cart: Cart

  var body: some LanguageModelSession.DynamicProfile {
    if cart.isClosed {
      LanguageModelSession.Profile { Instructions("The cart is closed.") }
    } else {
      LanguageModelSession.Profile {
        CartInstructions(cart: cart)
        AddTool(cart: cart)
      }
      .onResponse { cart.isClosed = true }
      .onDeactivate { cart.items.append("(closed)") }
    }
  }
}

@MainActor
private struct CartInstructions: @MainActor DynamicInstructions {
  let cart: Cart
  var body: some DynamicInstructions { Instructions("There are \(cart.items.count) things in the cart.") }
}

private struct AddTool: Tool {
  let name = "add"
  let description = "Put something into the cart."
  let cart: Cart

  @Generable struct Arguments { var item: String }

  func call(arguments: Arguments) async throws -> String {
    await MainActor.run { cart.items.append(arguments.item) }
    return "It is in the cart."
  }
}

private let rules: [Rule] = [
  .prompt("pear", .call("add", #"{"item": "pear"}"#), .say("Done.")),
  .prompt("", .say("Closed.")),
]

@Suite("000 §6, §7: a profile of the main actor")
@MainActor
struct MainActorTests {
  @Test(
    "D3, P6, L1, R2: A profile, instructions and hooks that belong to the main actor read and write its state"
  )
  func responding() async throws {
    try await watched(rules) { watch in
      let cart = Cart()
      let first = try await cart.session.respond(to: "A pear")
      #expect(first.content == "Done.")
      #expect(cart.items == ["pear"])
      let second = try await cart.session.respond(to: "And now?")
      #expect(second.content == "Closed.")
      #expect(cart.items == ["pear", "(closed)"])
      #expect(
        watch.inferences.map { $0.sent.instructionBlocks } == [
          ["There are 0 things in the cart."], ["There are 1 things in the cart."], ["The cart is closed."],
        ])
    }
  }

  @Test("D3, P6, R1: The same for a stream")
  func streaming() async throws {
    try await watched(rules) { _ in
      let cart = Cart()
      var answer = ""
      for try await snapshot in cart.session.streamResponse(to: "A pear") { answer = snapshot.content }
      #expect(answer == "Done.")
      #expect(cart.items == ["pear"])
    }
  }
}
