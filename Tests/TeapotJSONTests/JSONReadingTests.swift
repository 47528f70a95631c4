import Foundation
import TeapotJSON
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `Reading JSON` {
    @Test(arguments: JSONDocuments.valid)
    func `a valid text is read and written as its canonical form`(text: String, canonical: String) throws {
        let value = try JSON.value(parsing: Data(text.utf8))
        #expect(String(decoding: try JSON.data(from: value, .sortedKeys), as: UTF8.self) == canonical)
    }

    @Test(arguments: JSONDocuments.invalid)
    func `a text that is not JSON is an error`(text: String) {
        #expect(throws: JSON.ParsingError.self) { try JSON.value(parsing: Data(text.utf8)) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: Data(text.utf8)) }
    }

    @Test(arguments: JSONDocuments.notUTF8)
    func `bytes that aren't UTF-8 are an error anywhere`(bytes: [UInt8]) throws {
        let before = Array("[1,\"some é \\n text".utf8)
        for text in [
            before + bytes + Array("\"]".utf8),
            Array("[1,\"some é \\n text".utf8) + bytes + Array(" more text\"]".utf8),
        ] {
            let error = try #require(throws: JSON.ParsingError.self) { try JSON.value(parsing: Data(text)) }
            #expect(error.expected == "UTF-8")
            #expect(error.byteOffset == before.count + (bytes == [0xC3, 0xA9, 0xA9] ? 2 : 0))
        }
        #expect(throws: JSON.ParsingError.self) { try JSON.value(parsing: Data(bytes)) }
        #expect(throws: JSON.ParsingError.self) { try JSON.value(parsing: Data("{\"".utf8 + bytes + "\":1}".utf8)) }
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32])
    func `a text in another encoding is an error`(encoding: String.Encoding) throws {
        let data = try #require("[\"abc\"]".data(using: encoding))
        #expect(throws: JSON.ParsingError.self) { try JSON.value(parsing: data) }
    }

    @Test func `parsed values can be cast like Foundation's`() throws {
        let json = try JSON(
            parsing: Data(#"{"n":12,"r":1.5,"t":true,"z":null,"s":"x","l":[1,2],"o":{"a":{"b":1}}}"#.utf8)
        )
        let members = try #require(json.dictionary)
        #expect(json.array == nil)
        #expect(members["n"] as? Int == 12)
        #expect(members["n"] as? Double == 12)
        #expect(members["n"] as? UInt8 == 12)
        #expect(members["n"] as? String == nil)
        #expect(members["r"] as? Double == 1.5)
        #expect(members["r"] as? Int == nil)
        #expect(members["t"] as? Bool == true)
        #expect(members["z"] is NSNull)
        #expect(members["s"] as? String == "x")
        #expect(members["l"] as? [Int] == [1, 2])
        #expect(members["l"] as? [Double] == [1, 2])
        #expect(members["o"] as? [String: [String: Int]] == ["a": ["b": 1]])
        #expect(((members["o"] as? [String: Any])?["a"] as? [String: Any])?["b"] as? Int == 1)
        let list = try JSON.value(parsing: Data(#"[{"id":1},{"id":2}]"#.utf8))
        #expect((list as? [[String: Any]])?.map { $0["id"] as? Int } == [1, 2])
    }

    @Test func `a data slice is read from its own start`() throws {
        let data = Data("xx[1,2]yy".utf8)
        #expect(try JSON(parsing: data[2..<7]) == [1, 2])
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: data[2..<8]) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: data[2..<2]) }
    }

    @Test func `512 levels are read and 513 are an error`() throws {
        func nested(_ depth: Int, _ open: String, _ inner: String, _ close: String) -> Data {
            Data((String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
        }
        _ = try JSON(parsing: nested(512, "[", "", "]"))
        _ = try JSON(parsing: nested(512, "{\"a\":", "1", "}"))
        let error = try #require(throws: JSON.ParsingError.self) { try JSON(parsing: nested(513, "[", "", "]")) }
        #expect(error.description == #"line 1, column 513: expected at most 512 levels of nesting but found "[""#)
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: nested(513, "{\"a\":", "1", "}")) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: nested(100_000, "[", "", "")) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: nested(100_000, "{\"a\":", "1", "}")) }
        #expect(throws: JSON.ParsingError.self) { try JSON(parsing: nested(100_000, "[{\"a\":", "1", "}]")) }
    }

    @Test func `siblings don't count as nesting`() throws {
        let text = "[" + Array(repeating: "[{}]", count: 2000).joined(separator: ",") + "]"
        #expect(try JSON(parsing: Data(text.utf8)).array?.count == 2000)
    }

    @Test func `512 levels can be read, put into a literal and written on a second thread's small stack`() throws {
        let opening = String(repeating: "[{\"a\":", count: 256)
        let text = Data((opening + "1" + String(repeating: "}]", count: 256)).utf8)
        let inner = text.dropFirst().dropLast()
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome()
        let thread = Thread {
            outcome.set(
                Result {
                    let members = try JSON(parsing: inner).dictionary
                    return try JSON(parsing: ([members] as JSON).data()).data()
                }
            )
            done.signal()
        }
        thread.stackSize = 512 * 1024
        thread.start()
        done.wait()
        #expect(try outcome.get() == text)
    }
}

/// A result that one thread sets and another reads after a semaphore.
private final class Outcome: @unchecked Sendable {
    // Guarded by the lock.
    private var result: Result<Data, any Error>?
    private let lock = NSLock()

    func set(_ result: Result<Data, any Error>) { lock.withLock { self.result = result } }

    func get() throws -> Data? { try lock.withLock { result }?.get() }
}
