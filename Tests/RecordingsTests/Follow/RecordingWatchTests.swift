import Foundation
import Synchronization
import Testing

@testable import Recordings

/// Waits for things that other threads report, as long as it takes: a test that never hears of them does not
/// end well.
final class Heard<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let arrived = DispatchSemaphore(value: 0)

  func report(_ value: Value) {
    values.withLock { $0.append(value) }
    arrived.signal()
  }

  /// The values until `done` is content with them; nil when it is not within a minute.
  func values(until done: ([Value]) -> Bool) -> [Value]? {
    while true {
      let now = values.withLock { $0 }
      if done(now) { return now }
      guard arrived.wait(timeout: .now() + 60) == .success else { return nil }
    }
  }
}

@Suite("Watching a recording")
struct RecordingWatchTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder("a.stemma")
  }

  @Test("each snapshot that another program records is seen, one after the other")
  func otherProgram() throws {
    let program = try StressProcess(path, "step")
    #expect(program.line() == "ready")
    let recording = try Recording.open(path)
    let heard = Heard<Int>()
    let watch = RecordingWatch(recording) {
      heard.report((try? recording.counts().snapshots) ?? -1)
    }
    for number in 1...5 {
      program.step()
      #expect(program.line() == "\(number)")
      #expect(heard.values { $0.contains(number) } != nil)
    }
    watch.stop()
    let last = heard.values { _ in true }
    program.step()
    #expect(program.line() == "6")
    #expect(heard.values { _ in true } == last)
    program.finish()
  }

  @Test("what this program writes through the same recording is seen, and nothing is heard of a closed one")
  func own() throws {
    let recording = try Recording.inMemory(tokenizer: "none")
    let heard = Heard<Int>()
    let watch = RecordingWatch(recording) { heard.report((try? recording.counts().sessions) ?? -1) }
    _ = try recording.addSession()
    #expect(heard.values { $0.contains(1) } != nil)
    recording.close()
    watch.stop()
    #expect(heard.values { _ in true }?.contains(-1) == false)
  }

  @Test("that the writer is gone is heard, though it changed nothing")
  func killedWriter() throws {
    let program = try StressProcess(path, "step")
    #expect(program.line() == "ready")
    let recording = try Recording.open(path)
    let heard = Heard<Bool>()
    let watch = RecordingWatch(recording) { heard.report(recording.hasWriter) }
    program.kill()
    #expect(heard.values { $0.contains(false) } != nil)
    watch.stop()
  }

  @Test("the change counter stands still while nothing changes")
  func counter() throws {
    let writer = try Recording.create(at: path, tokenizer: "none")
    let reader = try Recording.open(path)
    let (first, second) = (try writer.changeCounter, try reader.changeCounter)
    _ = try reader.sessions()
    #expect(try writer.changeCounter == first)
    #expect(try reader.changeCounter == second)
    _ = try writer.addSession()
    #expect(try writer.changeCounter != first)
    #expect(try reader.changeCounter != second)
  }

  @Test("a watch may be stopped by its own callback, and goes with its last reference")
  func stopping() throws {
    let recording = try Recording.inMemory(tokenizer: "none")
    let heard = Heard<Int>()
    let box = Mutex<RecordingWatch?>(nil)
    try withExtendedLifetime(box) {
      let watch = RecordingWatch(recording) {
        box.withLock { $0 }?.stop()
        heard.report(1)
      }
      box.withLock { $0 = watch }
      _ = try recording.addSession()
      #expect(heard.values { !$0.isEmpty } != nil)
      _ = try recording.addSession()
      watch.stop()
      box.withLock { $0 = nil }
    }
    #expect(heard.values { _ in true } == [1])
    for _ in 0..<50 { _ = RecordingWatch(recording) {} }
  }
}
