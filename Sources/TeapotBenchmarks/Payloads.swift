import Foundation
import Teapot

/// The JSON texts that are sent and parsed.
enum Payloads {
    /// An object of about 60 bytes.
    static let small = Data(#"{"id":1234567,"name":"Ada Lovelace","active":true,"score":9.5}"#.utf8)
    /// An array of about 100 KB.
    static let array = list(ofBytes: 100_000)
    /// An array of about 10 MB.
    static let large = list(ofBytes: 10_000_000)

    /// Returns an array of about this many bytes.
    static func list(ofBytes length: Int) -> Data {
        var text = "["
        var index = 0
        while text.utf8.count < length {
            if index > 0 { text += "," }
            text +=
                #"{"id":\#(index * 7919),"name":"User number \#(index)","active":\#(index % 3 == 0),"score":\#(index % 100).25}"#
            index += 1
        }
        return Data((text + "]").utf8)
    }
}

/// An element of ``Payloads``.
struct Person: Codable {
    var id: Int
    var name: String
    var active: Bool
    var score: Double
}
