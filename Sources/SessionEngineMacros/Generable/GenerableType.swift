import SwiftSyntax

/// A type with `@Generable`, as far as its expansion has to know it.
struct GenerableType {
  enum Shape {
    case structure([StoredProperty])
    /// An enum with a string for each case. With raw values these are the strings, else the names of the cases.
    case choices([EnumCase], hasRawValues: Bool)
    /// An enum whose cases carry values.
    case union([EnumCase], isIndirect: Bool)
  }

  var name: String
  /// `public `, `package ` or nothing: what all members of the expansion begin with.
  var access: String
  /// Whether the type itself says that it is equatable; then what has come of it is, too.
  var isEquatable: Bool
  var arguments: Arguments
  var shape: Shape

  /// The attribute's arguments, as they were written.
  struct Arguments {
    var name: String?
    var description: String?
    var representsNil = false
  }
}
