/// A request that came out of bytes.
struct WireRequest: Equatable {
    var method: String
    /// As it was sent, percent-encoded.
    var path: String
    /// Decoded; an item without a value has its name alone.
    var query: [[String]]
    /// Names and values in order.
    var fields: [[String]]
    var body: [UInt8]
    var minorVersion: Int
    /// Whether another request may come behind it.
    var keepsAlive: Bool

    /// Compares bytes, where `String` would take two spellings of one character for the same.
    static func == (left: Self, right: Self) -> Bool {
        left.head.utf8.elementsEqual(right.head.utf8) && left.body == right.body
    }

    /// All but the body.
    var head: String {
        "\(method.debugDescription) \(path.debugDescription) query \(query) fields \(fields) HTTP/1.\(minorVersion)"
            + (keepsAlive ? "" : ", closes")
    }
}

/// What comes of bytes.
enum WireOutcome: Equatable {
    /// A whole request.
    case request(WireRequest)
    /// The client is to be told to go on (RFC 9110 §10.1.1). Whether it is depends on how much has come already.
    case interim
    /// A refusal, behind which nothing is read.
    case refused(status: Int, reason: String)
    /// The bytes stop within a request, and why they must not.
    case cutShort(String)

    var isRequest: Bool {
        if case .request = self { true } else { false }
    }

    var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }

    var isCutShort: Bool {
        if case .cutShort = self { true } else { false }
    }
}

extension WireOutcome: CustomStringConvertible {
    var description: String {
        switch self {
        case .request(let request):
            "request \(request.head.prefix(600)), \(request.body.count) bytes "
                + String(decoding: request.body.prefix(100), as: UTF8.self).debugDescription
        case .interim: "interim 100"
        case .refused(let status, let reason): "refused \(status): \(reason)"
        case .cutShort(let reason): "cut short: \(reason)"
        }
    }
}
