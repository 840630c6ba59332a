import CCurl
import Glibc
import Transcripts

/// The thread on which libcurl runs all transfers of a client.
///
/// libcurl's handles are touched on this thread only. Others leave orders behind the lock and wake it; what comes in goes to the `Transfer`,
/// which has a lock of its own. The thread begins with the first order and ends with `stop`.
final class TransferLoop: Sendable {
  private struct Orders {
    var started: [Transfer] = []
    var cancelled: [Transfer] = []
    var resumed: [Transfer] = []
    var isStopped = false
    var hasThread = false
  }

  private struct Running {
    var transfer: Transfer
    var handle: UnsafeMutableRawPointer
    var headers: UnsafeMutablePointer<curl_slist>?
    var failure: UnsafeMutablePointer<CChar>
    var began: ContinuousClock.Instant
  }

  private let orders = Locked(Orders())
  // The multi handle is used on the thread only, except to wake it, which libcurl allows from everywhere.
  private nonisolated(unsafe) let multi: UnsafeMutableRawPointer?
  /// A file of certificates to trust instead of the system's; nil for the system's.
  private let certificateAuthorities: String?

  init(certificateAuthorities: String?) {
    _ = Self.library
    self.certificateAuthorities = certificateAuthorities
    multi = curl_multi_init()
  }

  /// Only the thread keeps the loop when it is stopped, so that nobody can wake it any more.
  deinit { if let multi { curl_multi_cleanup(multi) } }

  private static let library = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

  // MARK: Orders

  func start(_ transfer: Transfer) {
    guard multi != nil else {
      transfer.finish(
        .failure(HTTPError.failed(server: transfer.request.address.server, reason: "out of memory")))
      return
    }
    order { $0.started.append(transfer) }
  }

  func cancel(_ transfer: Transfer) { order { $0.cancelled.append(transfer) } }

  func resume(_ transfer: Transfer) { order { $0.resumed.append(transfer) } }

  /// Cancels all transfers and ends the thread.
  func stop() { order(startsThread: false) { $0.isStopped = true } }

  private func order(startsThread: Bool = true, _ change: (inout Orders) -> Void) {
    let needsThread = orders.withLock { orders in
      change(&orders)
      guard startsThread, !orders.hasThread, !orders.isStopped else { return false }
      orders.hasThread = true
      return true
    }
    if needsThread { startThread() }
    if let multi { curl_multi_wakeup(multi) }
  }

  private func startThread() {
    var thread = pthread_t()
    let context = Unmanaged.passRetained(self)
    let failed = pthread_create(
      &thread, nil,
      { context in
        if let context { Unmanaged<TransferLoop>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard failed != 0 else {
      pthread_detach(thread)
      return
    }
    context.release()
    let waiting = orders.withLock { orders in
      orders.hasThread = false
      defer { orders.started = [] }
      return orders.started
    }
    for transfer in waiting {
      transfer.finish(
        .failure(HTTPError.failed(server: transfer.request.address.server, reason: "no thread can be made")))
    }
  }

  // MARK: The thread

  private func run() {
    // Signals are for the main thread, and a pipe that breaks is an error of one transfer.
    var signals = sigset_t()
    sigfillset(&signals)
    pthread_sigmask(SIG_BLOCK, &signals, nil)

    var running: [ObjectIdentifier: Running] = [:]
    while true {
      let orders = orders.withLock { orders in
        let taken = orders
        (orders.started, orders.cancelled, orders.resumed) = ([], [], [])
        return taken
      }
      for transfer in orders.started { start(transfer, in: &running) }
      for transfer in orders.cancelled { remove(transfer, from: &running) }
      for transfer in orders.resumed {
        if let handle = running[ObjectIdentifier(transfer)]?.handle {
          curl_easy_pause(handle, CURLPAUSE_CONT)
        }
      }
      if orders.isStopped { break }

      var count: Int32 = 0
      curl_multi_perform(multi, &count)
      takeEnded(from: &running)
      let wait = checkTimes(of: &running)
      curl_multi_poll(multi, nil, 0, wait, nil)
    }
    for transfer in running.values.map(\.transfer) {
      transfer.finish(.failure(CancellationError()))
      remove(transfer, from: &running)
    }
  }

  private func start(_ transfer: Transfer, in running: inout [ObjectIdentifier: Running]) {
    guard !transfer.hasEnded else { return }
    guard let handle = curl_easy_init() else {
      transfer.finish(
        .failure(HTTPError.failed(server: transfer.request.address.server, reason: "out of memory")))
      return
    }
    let failure = UnsafeMutablePointer<CChar>.allocate(capacity: Int(CURL_ERROR_SIZE))
    failure.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    let headers = HandleOptions(transfer: transfer, certificateAuthorities: certificateAuthorities)
      .apply(to: handle, failure: failure)
    running[ObjectIdentifier(transfer)] = Running(
      transfer: transfer, handle: handle, headers: headers, failure: failure, began: .now)
    curl_multi_add_handle(multi, handle)
  }

  /// Removing a transfer that is under way closes its connection.
  private func remove(_ transfer: Transfer, from running: inout [ObjectIdentifier: Running]) {
    guard let entry = running.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
    curl_multi_remove_handle(multi, entry.handle)
    curl_easy_cleanup(entry.handle)
    curl_slist_free_all(entry.headers)
    entry.failure.deallocate()
  }

  private func takeEnded(from running: inout [ObjectIdentifier: Running]) {
    var left: Int32 = 0
    while let message = curl_multi_info_read(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
      let result = curl_message_result(message)
      guard let entry = running.values.first(where: { $0.handle == handle }) else { continue }
      let end = TransferEnd(
        result: result, words: String(cString: entry.failure), hasHead: entry.transfer.hasHead,
        request: entry.transfer.request)
      entry.transfer.finish(end.outcome)
      remove(entry.transfer, from: &running)
    }
  }

  /// Ends what takes too long.
  ///
  /// - Returns: Milliseconds until the next look.
  private func checkTimes(of running: inout [ObjectIdentifier: Running]) -> Int32 {
    let now = ContinuousClock.now
    var next = now + .seconds(10)
    for entry in Array(running.values) {
      let limits = entry.transfer.request.limits
      let progress = entry.transfer.progress
      if progress.isPaused { continue }
      let deadline =
        progress.lastByte.map { $0 + limits.stall } ?? entry.began + limits.connect + limits.answer
      guard deadline <= now else {
        next = min(next, deadline)
        continue
      }
      let server = entry.transfer.request.address.server
      entry.transfer.finish(
        .failure(
          progress.lastByte == nil
            ? HTTPError.noAnswer(server: server, after: limits.answer)
            : HTTPError.stalled(server: server, after: limits.stall)))
      remove(entry.transfer, from: &running)
    }
    let (seconds, attoseconds) = (next - now).components
    return Int32(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1)
  }
}
