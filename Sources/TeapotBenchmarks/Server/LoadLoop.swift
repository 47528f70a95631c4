import Foundation
import Teapot
import TeapotMockServer

/// The benchmark's own load generator: one thread that uses many connections and waits for responses with `poll(2)`.
///
/// It's used if wrk isn't available, and for faults, which wrk doesn't expect.
final class LoadLoop {
    static let role = "generate-load"

    private let load: Load
    private let port: UInt16
    private let requests: LoadRequests
    private var connections: [LoadConnection] = []
    private var waiting: [pollfd] = []
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
    private var nanoseconds: [UInt64] = []
    private var issued = 0
    private var errors = 0
    private var faults = 0
    private var start: UInt64 = 0

    init(_ load: Load, port: UInt16) {
        (self.load, self.port) = (load, port)
        requests = LoadRequests(load)
        nanoseconds.reserveCapacity(load.count ?? 1_000_000)
    }

    deinit {
        buffer.deallocate()
    }

    /// Runs the child process, which generates the load given by its arguments, and prints the result or the error.
    static func generate(_ arguments: [String]) throws {
        guard arguments.count == 2, let port = UInt16(arguments[0]) else { return }
        Toolbox.raiseDescriptorLimit()
        let load = try JSONDecoder().decode(Load.self, from: Data(arguments[1].utf8))
        do {
            let result = try LoadLoop(load, port: port).run()
            print(String(decoding: try JSONEncoder().encode(result), as: UTF8.self))
        } catch {
            print("port \(port): \(error)")
        }
        fflush(nil)
    }

    private func run() throws -> LoadResult {
        start = now
        for _ in 0..<load.connections where mayAsk {
            var connection = LoadConnection(try Socket.connected(to: port))
            try Socket.setNonBlocking(connection.descriptor)
            ask(&connection)
            connections.append(connection)
            waiting.append(pollfd(fd: connection.descriptor, events: Int16(POLLIN), revents: 0))
        }
        send()
        while !waiting.isEmpty {
            // A server that sends nothing for ten seconds won't respond.
            guard poll(&waiting, nfds_t(waiting.count), 10_000) > 0 else {
                errors += waiting.count
                break
            }
            // Start from the end, because connections without further requests are removed.
            for index in waiting.indices.reversed() where waiting[index].revents != 0 { try proceed(at: index) }
        }
        for connection in connections { _ = Socket.close(connection.descriptor) }
        return result
    }

    private func send() {
        for index in connections.indices { write(at: index) }
    }

    /// Reads received bytes, or continues writing, and sends the next request after a response.
    private func proceed(at index: Int) throws {
        if waiting[index].revents & Int16(POLLOUT) != 0 { write(at: index) }
        guard waiting[index].revents & ~Int16(POLLOUT) != 0 else { return }
        switch Socket.read(connections[index].descriptor, into: buffer) {
        case .wouldBlock: return
        case .failed: try end(at: index, .failed)
        case .bytes(let count):
            switch connections[index].take(UnsafeRawBufferPointer(rebasing: buffer[..<count])) {
            case .needsMore: return
            case .whole where load.closes: try end(at: index, .whole)
            case .whole:
                didEnd(connections[index], .whole)
                guard mayAsk else { return remove(at: index) }
                ask(&connections[index])
                write(at: index)
            case .failed: try end(at: index, .failed)
            }
        }
    }

    /// Replaces a connection whose last response has ended with a new one for the next request.
    private func end(at index: Int, _ ending: LoadConnection.Progress) throws {
        didEnd(connections[index], ending)
        guard mayAsk else { return remove(at: index) }
        _ = Socket.close(connections[index].descriptor)
        let descriptor = try Socket.connected(to: port)
        try Socket.setNonBlocking(descriptor)
        connections[index] = LoadConnection(descriptor)
        waiting[index] = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        ask(&connections[index])
        write(at: index)
    }

    private func remove(at index: Int) {
        _ = Socket.close(connections[index].descriptor)
        connections.swapAt(index, connections.count - 1)
        waiting.swapAt(index, waiting.count - 1)
        connections.removeLast()
        waiting.removeLast()
    }

    private func ask(_ connection: inout LoadConnection) {
        issued += 1
        var fault: LoadFault?
        if let every = load.faultEvery, issued % every == 0 {
            fault = LoadFault.allCases[issued / every % LoadFault.allCases.count]
        }
        connection.ask(fault, at: now)
    }

    private func write(at index: Int) {
        let isDone = requests.bytes(for: connections[index].fault).withUnsafeBytes { connections[index].write($0) }
        waiting[index].events = Int16(isDone ? POLLIN : POLLIN | POLLOUT)
    }

    private func didEnd(_ connection: LoadConnection, _ ending: LoadConnection.Progress) {
        if (ending == .failed) != (connection.fault != nil) { return errors += 1 }
        if connection.fault != nil { faults += 1 }
        nanoseconds.append(now - connection.askedAt)
    }

    private var mayAsk: Bool {
        if let count = load.count { return issued < count }
        return Double(now - start) < load.seconds * 1e9
    }

    private var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

    private var result: LoadResult {
        let seconds = Double(now - start) / 1e9
        nanoseconds.sort()
        func microseconds(at share: Double) -> Double {
            guard !nanoseconds.isEmpty else { return .infinity }
            return Double(nanoseconds[min(Int(Double(nanoseconds.count) * share), nanoseconds.count - 1)]) / 1e3
        }
        return LoadResult(
            requests: nanoseconds.count, seconds: seconds, p50: microseconds(at: 0.5), p99: microseconds(at: 0.99),
            errors: errors, faults: faults)
    }
}

/// The bytes of the requests of a ``Load``.
struct LoadRequests {
    private let plain: [UInt8]
    private let faults: [LoadFault: [UInt8]]

    init(_ load: Load) {
        let fields = "Host: 127.0.0.1\r\n" + (load.closes ? "Connection: close\r\n" : "")
        func get(_ path: String) -> [UInt8] { [UInt8]("GET \(path) HTTP/1.1\r\n\(fields)\r\n".utf8) }
        if let count = load.bodyBytes {
            let head = "POST \(load.path) HTTP/1.1\r\n\(fields)Content-Length: \(count)\r\n\r\n"
            plain = [UInt8](head.utf8) + [UInt8](repeating: 0x78, count: count)
        } else {
            plain = get(load.path)
        }
        faults = Dictionary(uniqueKeysWithValues: LoadFault.allCases.map { ($0, get($0.path)) })
    }

    func bytes(for fault: LoadFault?) -> [UInt8] { fault.flatMap { faults[$0] } ?? plain }
}
