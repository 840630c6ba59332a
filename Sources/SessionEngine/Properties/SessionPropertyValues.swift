import Observation
import Transcripts

/// The properties of one session (000 §11, API §5): `session.properties.lookups`.
///
/// Declare properties in an extension, each with a first value:
///
/// ```swift
/// extension SessionPropertyValues { @SessionPropertyEntry var lookups: Int = 0 }
/// ```
///
/// Any task may read and write: each read and each write is whole. Each property is observed by itself.
public final class SessionPropertyValues: Sendable, Observable {
  /// Locked where tasks meet: tools that run at once, and whoever looks from outside.
  private let slots = Locked<[ObjectIdentifier: any Sendable]>([:])
  /// Those that a file names (`SessionPropertyValues+Named`).
  private let byName = Locked<[String: any Sendable]>([:])
  private let links = Locked(Links())
  private let turns = TurnTaking()
  private let observers = ObservationRegistrar()

  /// What a session gives to its properties.
  private struct Links {
    var readHistory: (@Sendable () -> Transcript.HistoryView)?
    var writeHistory: (@Sendable (Transcript.HistoryView) -> Void)?
    var onChange: (@Sendable (PropertyChange) -> Void)?
    /// The history where there is no session.
    var history = Transcript.HistoryView()
  }

  init() {}

  /// The value for a key; `@SessionPropertyEntry` writes the property that reads and writes it.
  public subscript<K>(key: K.Type) -> K.Value where K: SessionPropertyKey {
    get { slot(for: key).value }
    set {
      let slot = slot(for: key)
      slot.value = newValue
      announce(newValue, of: key)
    }
    _modify {
      let turn = beginTurn()
      let slot = slot(for: key)
      var value = slot.value
      defer {
        slot.value = value
        announce(value, of: key)
        endTurn(turn)
      }
      yield &value
    }
  }

  /// The transcript without its leading instructions entry (S2, H2).
  ///
  /// Writing replaces all of it, for every profile and for good. In a tool and in dynamic instructions it can only be read, for what they
  /// do depends on what the model wrote: a write there is refused, and the request fails with `SessionPropertyError.historyIsReadOnly`.
  public var history: Transcript.HistoryView {
    get {
      observers.access(self, keyPath: \.history)
      let (read, own) = links.withLock { ($0.readHistory, $0.history) }
      return read?() ?? own
    }
    set {
      if let context = SessionContext.current, context.values === self, context.access == .historyReadOnly {
        context.refuse(.historyIsReadOnly)
        return
      }
      observers.withMutation(of: self, keyPath: \.history) {
        let write = links.withLock { links in
          if links.writeHistory == nil { links.history = newValue }
          return links.writeHistory
        }
        write?(newValue)
      }
    }
  }

  /// Ties `history` to a session's transcript.
  func linkHistory(
    read: @escaping @Sendable () -> Transcript.HistoryView,
    write: @escaping @Sendable (Transcript.HistoryView) -> Void
  ) {
    links.withLock {
      $0.readHistory = read
      $0.writeHistory = write
    }
  }

  /// Called after each write of a property, on the task that wrote; `history` is not among them. Nil costs nothing.
  var onChange: (@Sendable (PropertyChange) -> Void)? {
    get { links.withLock { $0.onChange } }
    set { links.withLock { $0.onChange = newValue } }
  }

  func named(_ name: String) -> (any Sendable)? { byName.withLock { $0[name] } }

  func setNamed(_ name: String, _ value: (some Sendable)?) {
    byName.withLock { $0[name] = value }
    guard let onChange else { return }
    onChange(PropertyChange(name: name, value: value.map { String(describing: $0) } ?? "nil"))
  }

  private func slot<K: SessionPropertyKey>(for key: K.Type) -> PropertySlot<K.Value> {
    let id = ObjectIdentifier(key)
    if let slot = slots.withLock({ $0[id] }) as? PropertySlot<K.Value> { return slot }
    // Made outside of the lock: the first value is the declarer's code.
    let new = PropertySlot(K.defaultValue)
    return slots.withLock { slots in
      if let slot = slots[id] as? PropertySlot<K.Value> { return slot }
      slots[id] = new
      return new
    }
  }

  private func announce<K: SessionPropertyKey>(_ value: K.Value, of key: K.Type) {
    guard let onChange else { return }
    let name = String(describing: key)
    let prefix = "__Key_"
    onChange(
      PropertyChange(
        name: name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name,
        value: (value as? any PropertyText)?.text ?? String(describing: value)))
  }
}

extension SessionPropertyValues {
  /// Runs `body` while no other task changes a property in place.
  func exclusively(_ body: () -> Void) {
    let turn = beginTurn()
    body()
    endTurn(turn)
  }

  func beginTurn() -> TurnTaking.Turn { turns.begin() }
  func endTurn(_ turn: TurnTaking.Turn) { turns.end(turn) }
}

/// The place of one property. Observed by itself, so that who reads one property hears nothing of the others.
///
/// Unchecked, because a value that is not `Sendable` is the declarer's own affair, as in the framework.
private final class PropertySlot<Value>: @unchecked Sendable, Observable {
  private struct Box: @unchecked Sendable { var value: Value }

  private let box: Locked<Box>
  private let observers = ObservationRegistrar()

  init(_ value: Value) {
    box = Locked(Box(value: value))
  }

  var value: Value {
    get {
      observers.access(self, keyPath: \.value)
      return box.withLock { $0 }.value
    }
    set {
      let new = Box(value: newValue)
      observers.withMutation(of: self, keyPath: \.value) {
        // The old value goes after the lock is free: its end may run code of the declarer's.
        _ = box.withLock { box in
          let old = box
          box = new
          return old
        }
      }
    }
  }
}

/// What is shown of an optional is what is in it.
private protocol PropertyText {
  var text: String { get }
}

extension Optional: PropertyText {
  fileprivate var text: String {
    switch self {
    case nil: "nil"
    case let value?: (value as? any PropertyText)?.text ?? String(describing: value)
    }
  }
}
