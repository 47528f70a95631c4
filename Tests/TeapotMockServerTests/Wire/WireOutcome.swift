/// A request parsed from bytes.
struct WireRequest: Equatable, Sendable {
    var method: String
    /// The path as it was sent, percent-encoded.
    var path: String
    /// The decoded query; an item without a value has only its name.
    var query: [[String]]
    /// Names and values in order.
    var fields: [[String]]
    var body: [UInt8]
    var minorVersion: Int
    /// Whether another request can follow.
    var keepsAlive: Bool

    /// Compares bytes, because `String` considers canonically equivalent texts equal.
    static func == (left: Self, right: Self) -> Bool {
        left.head.utf8.elementsEqual(right.head.utf8) && left.body == right.body
    }

    /// A description without the body.
    var head: String {
        "\(method.debugDescription) \(path.debugDescription) query \(query) fields \(fields) HTTP/1.\(minorVersion)"
            + (keepsAlive ? "" : ", closes")
    }
}

/// An outcome of bytes.
enum WireOutcome: Equatable, Sendable {
    /// A complete request.
    case request(WireRequest)
    /// The client should be told to continue (RFC 9110 §10.1.1), unless a part of the body has already arrived.
    case interim
    /// A refusal, after which nothing is read.
    case refused(status: Int, reason: String)
    /// The bytes end within a request, with the reason why they must not.
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
