/// Something that happened, with a JSON payload: `warning` events carry `{"entry":3,"message":"…"}`.
public struct EventRow: Sendable, Hashable, Identifiable {
  public var id: Int64
  public var session: SessionID
  public var snapshot: SnapshotID?
  public var at: Timestamp?
  public var kind: String
  public var json: String

  public init(
    id: Int64,
    session: SessionID,
    snapshot: SnapshotID? = nil,
    at: Timestamp? = nil,
    kind: String,
    json: String
  ) {
    self.id = id
    self.session = session
    self.snapshot = snapshot
    self.at = at
    self.kind = kind
    self.json = json
  }
}
