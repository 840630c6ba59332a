/// Calls back when a recording changes, by whatever program, and when its writer comes or goes: how a screen
/// follows a session that is being recorded.
///
/// A thread of its own asks SQLite for the version of the data fifty times a second, which takes some
/// microseconds and reads no rows. What has changed is for the callback to find out, by asking for the rows
/// after those it knows.
public final class RecordingWatch: Sendable {
  /// Half of what a person sees as "at once".
  private static let pause: Int32 = 20
  /// Looks between two at the writer: whether it was killed is seen within half a second.
  private static let looksAtWriter = 25

  private let thread: WatchThread

  /// Watches from now on, until `stop()` or the last reference.
  /// - Parameter onChange: called on the watch's thread, once for all that changed since the last call.
  public init(_ recording: Recording, onChange: @escaping @Sendable () -> Void) {
    let start = try? recording.changeCounter
    // Before the thread is there: a writer that goes meanwhile has gone.
    let startedWithWriter = recording.hasWriter
    thread = WatchThread { stop in
      var last = start
      var hadWriter = startedWithWriter
      var looks = 0
      while !stop.wait(milliseconds: Self.pause) {
        do throws(RecordingError) {
          let now = try recording.changeCounter
          looks = (looks + 1) % Self.looksAtWriter
          let hasWriter = looks == 0 ? recording.hasWriter : hadWriter
          if now != last || hasWriter != hadWriter { onChange() }
          (last, hadWriter) = (now, hasWriter)
        } catch .closed {
          return
        } catch {
          // A file that cannot be read at this moment says so to those who read its rows.
        }
      }
    }
  }

  /// Ends the watch. When it returns, the callback has run for the last time (unless the callback itself
  /// calls it).
  public func stop() { thread.stop() }
}
