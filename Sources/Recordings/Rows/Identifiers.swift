/// A row of the `entry` table: one distinct entry of any transcript in this recording, stored once by
/// content.
public struct EntryID: Sendable, Hashable, Comparable {
  public var rawValue: Int64
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: EntryID, b: EntryID) -> Bool { a.rawValue < b.rawValue }
}

/// A row of the `session` table.
public struct SessionID: Sendable, Hashable, Comparable {
  public var rawValue: Int64
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: SessionID, b: SessionID) -> Bool { a.rawValue < b.rawValue }
}

/// A row of the `snapshot` table. Ids grow in the order of recording, over all sessions of the file.
public struct SnapshotID: Sendable, Hashable, Comparable {
  public var rawValue: Int64
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: SnapshotID, b: SnapshotID) -> Bool { a.rawValue < b.rawValue }
}

/// A row of the `request` table: one prompt and all the inferences that answered it.
public struct RequestID: Sendable, Hashable, Comparable {
  public var rawValue: Int64
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: RequestID, b: RequestID) -> Bool { a.rawValue < b.rawValue }
}

/// A row of the `inference` table: one pass of a model over one rendered context.
public struct InferenceID: Sendable, Hashable, Comparable {
  public var rawValue: Int64
  public init(_ rawValue: Int64) { self.rawValue = rawValue }
  public static func < (a: InferenceID, b: InferenceID) -> Bool { a.rawValue < b.rawValue }
}

/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z.
public struct Timestamp: Sendable, Hashable, Comparable {
  public var milliseconds: Int64
  public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  public static func < (a: Timestamp, b: Timestamp) -> Bool { a.milliseconds < b.milliseconds }
}
