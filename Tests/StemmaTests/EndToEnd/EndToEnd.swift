import Testing

/// What a person meets: the built program on real files, in a real terminal.
///
/// One test after the other: each starts programs of its own, and on a small machine they would only wait for each
/// other.
@Suite("End to end", .serialized)
enum EndToEnd {}
