import Dispatch
package import Foundation
package import Teapot

/// Calls a function on a thread with enough stack for the deepest values and schemas.
///
/// On Apple platforms, the threads of Swift concurrency have half a megabyte of stack. In a debug build, 512 nested
/// values or 128 nested schemas need more.
///
/// - Parameter body: The function.
/// - Returns: The function's result.
package func onDeepStack<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value {
    // The other thread writes it before signaling, and this thread reads it afterwards.
    nonisolated(unsafe) var result: Value?
    let end = DispatchSemaphore(value: 0)
    let thread = Thread {
        result = body()
        end.signal()
    }
    thread.stackSize = 16 << 20
    thread.start()
    end.wait()
    return result ?? body()
}

extension JSONTree {
    /// Creates a tree by parsing a text on a thread with enough stack.
    ///
    /// - Parameter data: The text's bytes.
    /// - Throws: An error with the place where the text isn't valid JSON.
    package init(parsingDeep data: Data) throws(JSON.ParsingError) {
        self = try onDeepStack { Result { () throws(JSON.ParsingError) in try JSONTree(parsing: data) } }.get()
    }

    /// Creates a tree by parsing a text, on a thread with enough stack if the text may be deep.
    ///
    /// - Parameter data: The text's bytes.
    /// - Throws: An error with the place where the text isn't valid JSON.
    package init(parsingRequest data: Data) throws(JSON.ParsingError) {
        let openings = data.lazy.filter { $0 == .openBracket || $0 == .openBrace }.prefix(65)
        if Array(openings).count > 64 { try self.init(parsingDeep: data) } else { try self.init(parsing: data) }
    }

    /// Whether the value is neither a list nor an object.
    package var isScalar: Bool { elements == nil && members == nil }
}
