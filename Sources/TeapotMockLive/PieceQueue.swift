import Foundation
import Teapot
import TeapotMock

/// The pieces of a body that have arrived but haven't been taken; the first ones are in memory, and the rest are in a
/// temporary file.
///
/// A live server may be faster than a client, and Foundation's sessions can't be made to wait.
struct PieceQueue: Sendable {
    /// The maximum size of the pieces in memory, in bytes.
    static let memoryLimit = 4 << 20
    /// The maximum size of a piece to read from the file, in bytes.
    private static let pieceLimit = 256 << 10

    private var pieces: [Data] = []
    /// The number of pieces taken from the beginning of the list.
    private var taken = 0
    /// The size of the pieces in memory, in bytes.
    private(set) var memoryBytes = 0
    private var file: SpillFile?
    /// The part of the file that hasn't been taken yet.
    private var fileRange = 0..<0

    /// Whether there are no pieces.
    var isEmpty: Bool { memoryBytes == 0 && fileRange.isEmpty }

    /// Adds a nonempty piece.
    ///
    /// - Throws: Any error of the file system.
    mutating func append(_ piece: Data) throws {
        if fileRange.isEmpty, memoryBytes == 0 || memoryBytes + piece.count <= Self.memoryLimit {
            pieces.append(piece)
            memoryBytes += piece.count
        } else {
            let file = try self.file ?? SpillFile()
            self.file = file
            try file.write(piece, at: fileRange.upperBound)
            fileRange = fileRange.lowerBound..<(fileRange.upperBound + piece.count)
        }
    }

    /// Takes the next piece, or returns `nil` if there's none.
    ///
    /// - Throws: Any error of the file system.
    mutating func take() throws -> Data? {
        if taken < pieces.count {
            let piece = pieces[taken]
            pieces[taken] = Data()
            taken += 1
            if taken == pieces.count { (pieces, taken) = ([], 0) }
            memoryBytes -= piece.count
            return piece
        }
        guard let file, !fileRange.isEmpty else { return nil }
        let piece = try file.read(fileRange.prefix(Self.pieceLimit))
        fileRange = fileRange.dropFirst(piece.count)
        if fileRange.isEmpty {
            fileRange = 0..<0
            self.file = nil
        }
        return piece
    }
}

/// A temporary file without a name, which exists until the object is released.
private final class SpillFile: Sendable {
    private let descriptor: Int32

    init() throws {
        let folder = FileManager.default.temporaryDirectory
        var path = Array(folder.appendingPathComponent("teapot-body-XXXXXX").path.utf8CString)
        descriptor = mkstemp(&path)
        guard descriptor >= 0 else { throw Self.error("can't be created in “\(folder.path)”") }
        unlink(path)
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    deinit { close(descriptor) }

    func write(_ bytes: Data, at offset: Int) throws {
        try bytes.withUnsafeBytes { bytes in
            var count = 0
            while count < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[count...])
                let more = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + count))
                if more > 0 { count += more } else if errno != EINTR { throw Self.error("can't be written") }
            }
        }
    }

    func read(_ range: Range<Int>) throws -> Data {
        var bytes = Data(count: range.count)
        let count = bytes.withUnsafeMutableBytes { bytes in
            while true {
                let count = pread(descriptor, bytes.baseAddress, bytes.count, off_t(range.lowerBound))
                if count >= 0 || errno != EINTR { return count }
            }
        }
        guard count > 0 else { throw Self.error("can't be read") }
        return count == bytes.count ? bytes : bytes.prefix(count)
    }

    private static func error(_ what: String) -> TeapotError {
        let reason = String(cString: strerror(errno))
        return .make(.fileFailed, "A temporary file for a body that a client reads slowly \(what): \(reason)")
    }
}
