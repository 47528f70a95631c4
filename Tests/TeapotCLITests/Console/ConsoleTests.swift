import Foundation
import Teapot
import TeapotTestSupport
import TeapotTestTraits
import Testing

@testable import TeapotCLI

@Suite(.inTurn) struct `The console` {
    @Test func `waits for the reader of a nonblocking output`() async throws {
        let pipe = Pipe()
        let (reader, writer) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
        let flags = fcntl(writer.fileDescriptor, F_GETFL)
        try #require(fcntl(writer.fileDescriptor, F_SETFL, flags | O_NONBLOCK) == 0)
        // More than a pipe holds.
        let text = Data(repeating: UInt8(ascii: "x"), count: 1 << 20)
        async let written: Void = onOwnThread {
            defer { try? writer.close() }
            try text.withUnsafeBytes { try Console.writeAll($0, to: writer.fileDescriptor) }
        }
        let received = try await onOwnThread { reader.readDataToEndOfFile() }
        try await written
        #expect(received == text)
    }
}
