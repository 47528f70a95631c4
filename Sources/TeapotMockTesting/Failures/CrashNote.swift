import Foundation
import Teapot

/// A text that is written to the standard error if the process crashes.
final class CrashNote: Sendable {
    /// The length of a note, in bytes, with a zero at its end.
    fileprivate static let length = 512
    /// The number of notes at a time; further ones are not written.
    fileprivate static let limit = 16

    private static let free = Locked(Array(0..<limit))

    private let prefix: String
    private let slot: Int?

    /// - Parameter test: The place of the test.
    init(_ test: String) {
        _ = isInstalled
        prefix = "\n\(test): everyFailure crashed on the path \""
        slot = Self.free.withLock { $0.popLast() }
    }

    /// Replaces the note.
    func replace(by path: String) {
        guard let slot else { return }
        let shown = path.utf8.count > Self.length / 2 ? "\(path.prefix(Self.length / 8))…" : path
        let text = "\(prefix)\(shown)\"\n".utf8.prefix(Self.length - 1).map { CChar(bitPattern: $0) } + [0]
        let note = notes + slot * Self.length
        // The handler finds no note while it is replaced.
        note.pointee = 0
        for index in 1..<text.count { note[index] = text[index] }
        note.pointee = text[0]
    }

    /// Removes the note.
    func close() {
        guard let slot else { return }
        notes[slot * Self.length] = 0
        Self.free.withLock { $0.append(slot) }
    }

    /// Writes all notes, and leaves the signal to its former handler.
    ///
    /// It calls only functions that are safe in a handler (POSIX.1-2017 §2.4.3).
    fileprivate static func handle(_ number: Int32, _ code: Int32) {
        for slot in 0..<limit {
            let note = notes + slot * length
            if note.pointee != 0 { _ = write(2, note, strlen(note)) }
        }
        for index in signals.indices where signals[index] == number { sigaction(number, former + index, nil) }
        // An instruction that failed is run again and fails again. A signal that was sent has to be sent again; Apple's
        // code for that is 0x10001.
        if number == SIGABRT || code <= 0 || code == 0x10001 { raise(number) }
    }
}

/// The signals of a trap, an error of memory, and `abort()`.
private let signals = [SIGTRAP, SIGILL, SIGSEGV, SIGBUS, SIGABRT]
/// The memory of all notes, which is never released.
private nonisolated(unsafe) let notes: UnsafeMutablePointer<CChar> = {
    let size = CrashNote.limit * CrashNote.length
    let notes = UnsafeMutablePointer<CChar>.allocate(capacity: size)
    notes.initialize(repeating: 0, count: size)
    return notes
}()
/// The actions that the signals had before.
private nonisolated(unsafe) let former = UnsafeMutablePointer<sigaction>.allocate(capacity: signals.count)
/// A Boolean value that indicates whether the handler is installed, which reading it does.
private let isInstalled: Bool = {
    var action = sigaction()
    #if canImport(Darwin)
        action.__sigaction_u.__sa_sigaction = { number, info, _ in CrashNote.handle(number, info?.pointee.si_code ?? 0)
        }
    #else
        action.__sigaction_handler.sa_sigaction = { number, info, _ in
            CrashNote.handle(number, info?.pointee.si_code ?? 0)
        }
    #endif
    // With SA_ONSTACK, a thread that has a stack for its handlers writes the note of a stack overflow, too.
    action.sa_flags = Int32(SA_SIGINFO) | Int32(SA_ONSTACK)
    _ = notes
    for (index, signal) in signals.enumerated() {
        (former + index).initialize(to: sigaction())
        sigaction(signal, &action, former + index)
    }
    return true
}()
