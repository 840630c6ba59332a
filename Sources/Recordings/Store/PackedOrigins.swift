import Transcripts

/// The origins of a row's quantities in one number, three bits each, the first lowest: 0 for no quantity.
enum PackedOrigins {
  static func code(_ origin: Origin?) -> Int64 {
    switch origin {
    case nil: 0
    case .measured: 1
    case .reported: 2
    case .counted: 3
    case .predicted: 4
    }
  }

  static func origin(_ code: Int64) -> Origin? {
    switch code & 7 {
    case 1: .measured
    case 2: .reported
    case 3: .counted
    case 4: .predicted
    default: nil
    }
  }

  static func pack(_ quantities: Quantity?...) -> Int64 {
    var packed: Int64 = 0
    for quantity in quantities.reversed() { packed = packed << 3 | code(quantity?.origin) }
    return packed
  }
}

extension Statement {
  /// The quantity of a value column whose origin stands at `place` of `origins`.
  func quantity(_ column: Int32, _ origins: Int64, _ place: Int64) -> Quantity? {
    PackedOrigins.origin(origins >> (3 * place)).map { Quantity(int(column), $0) }
  }
}
