import FakeServer
import FoundationEssentials
import Glibc
import Testing

@testable import ModelBackends

private let openssl = "/usr/bin/openssl"

/// Against `openssl s_server`, with a certificate that nobody knows.
@Suite("Connections that must be safe", .enabled(if: access(openssl, X_OK) == 0), .serialized)
struct TLSTests {
  private let folder: String
  private let server: Child
  private let port: String

  init() throws {
    folder = "/tmp/stemma-tls-\(UUID().uuidString)"
    mkdir(folder, 0o700)
    let making = try Child([
      openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days",
      "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout",
      "\(folder)/key.pem",
      "-out", "\(folder)/certificate.pem",
    ])
    _ = making.line { _ in false }
    // It ends by itself, should it be left alone.
    server = try Child([
      "/usr/bin/timeout", "60", openssl, "s_server", "-accept", "127.0.0.1:0", "-www", "-cert",
      "\(folder)/certificate.pem", "-key", "\(folder)/key.pem",
    ])
    let told = try #require(server.line { $0.hasPrefix("ACCEPT ") })
    port = try #require(told.split(separator: ":").last.map(String.init))
  }

  @Test("M4: a certificate that is trusted lets an answer through")
  func trusted() async throws {
    let client = HTTPClient(certificateAuthorities: "\(folder)/certificate.pem")
    let response = try await client.send(.get(ServerAddress("https://localhost:\(port)")))
    #expect(response.head.status == 200)
    #expect(try await response.body.text().contains("<HTML>"))
  }

  @Test("A certificate that nobody vouches for is refused")
  func unknown() async throws {
    let address = try ServerAddress("https://localhost:\(port)")
    let error = await failure { try await HTTPClient().send(.get(address)) }
    guard case .notTrusted(address.server, _)? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A certificate of another name is refused")
  func otherName() async throws {
    let client = HTTPClient(certificateAuthorities: "\(folder)/certificate.pem")
    let address = try ServerAddress("https://127.0.0.1:\(port)")
    let error = await failure { try await client.send(.get(address)) }
    guard case .notTrusted? = error as? HTTPError else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("A server that does not speak TLS is not trusted, and not asked in the clear")
  func plain() async throws {
    let plain = try FakeServer { _, connection in try connection.answer(200, "{}") }
    let address = try ServerAddress("https://127.0.0.1:\(plain.port)")
    var request = HTTPRequest.get(address)
    request.limits.connect = .milliseconds(200)
    let error = await failure { [request] in try await HTTPClient().send(request) }
    #expect(error is HTTPError)
    #expect(plain.requests.isEmpty)
  }
}
