/// Where a number comes from. The screen and the JSON output say it beside every number that may be an estimate.
public enum Origin: String, Sendable, Hashable, Codable {
  /// Timed or counted by us on the thing itself.
  case measured
  /// Told by the model, the server or the file.
  case reported
  /// Counted by us, with a tokenizer that may differ from the model's.
  case counted
  /// Worked out from a model of the cache or of the cost.
  case predicted

  /// True for what a model or a clock told, and nobody worked out.
  public var isTold: Bool { self == .measured || self == .reported }
}

/// A whole number with its origin: tokens, or milliseconds where a property says so.
public struct Quantity: Sendable, Hashable {
  public var value: Int
  public var origin: Origin

  public init(_ value: Int, _ origin: Origin) {
    self.value = value
    self.origin = origin
  }

  /// The sum of what is known, which is as good as the weakest of its numbers; nil when nothing is.
  public static func sum(_ quantities: some Sequence<Quantity?>) -> Quantity? {
    let order: [Origin] = [.measured, .reported, .counted, .predicted]
    var (total, weakest): (Int?, Int) = (nil, 0)
    for case let quantity? in quantities {
      total = (total ?? 0) + quantity.value
      weakest = max(weakest, order.firstIndex(of: quantity.origin) ?? 0)
    }
    return total.map { Quantity($0, order[weakest]) }
  }

  public static func measured(_ value: Int) -> Quantity { Quantity(value, .measured) }
  public static func reported(_ value: Int) -> Quantity { Quantity(value, .reported) }
  public static func counted(_ value: Int) -> Quantity { Quantity(value, .counted) }
  public static func predicted(_ value: Int) -> Quantity { Quantity(value, .predicted) }
}
