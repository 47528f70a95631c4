package import Foundation
import Teapot

extension Response {
    /// Returns the response to a request with preconditions or a range.
    ///
    /// It changes only responses with validators and status 200.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isCompressed: Whether servers compress responses.
    /// - Returns: The response.
    func selected(for request: Request, isCompressed: @autoclosure () -> Bool) -> Response {
        guard let validators, status == .ok, fault?.hasResponse != false, case .data(let body) = content else {
            return self
        }
        let method = request.method
        guard method == "GET" || method == "HEAD" else { return self }
        let response = withValidatorFields
        guard request.mayBeConditional else { return response }
        let asked = request.headers
        // A recorded file may have a live server's entity tag, which stays the same when the file is edited.
        let preconditions = Preconditions(
            entityTag: validators.entityTag ?? response.headers["ETag"] ?? "",
            lastModified: validators.lastModified ?? response.headers["Last-Modified"])
        switch preconditions.verdict(on: asked) {
        // RFC 9110 §15.5.13 and §15.4.5.
        case .failed: return response.withoutBody(412)
        case .notModified: return response.withoutBody(.notModified)
        case .met: break
        }
        guard method == "GET", let range = asked["Range"] else { return response }
        let isCompressible =
            isCompressed() && AcceptedCodings(asked).prefersGzip && response.mayBeCoded && response.isText
        guard preconditions.allowRange(of: asked, isCompressible: isCompressible) else { return response }
        switch ByteRange(range, of: body.count) {
        case .whole: return response
        case .part(let part): return response.limited(to: part, of: body)
        case .unsatisfiable: return response.unsatisfiable(length: body.count)
        }
    }

    /// The response with its validators as headers, if the response supports preconditions or ranges.
    package var withValidatorFields: Response {
        guard let validators, status == .ok, fault?.hasResponse != false, case .data(let body) = content else {
            return self
        }
        if validators.areStated { return self }
        var response = self
        if response.headers["ETag"] == nil {
            response.headers.append(name: "ETag", value: validators.entityTag ?? "\"\(body.contentHash)\"")
        }
        if response.headers["Last-Modified"] == nil, let time = validators.lastModified {
            response.headers.append(name: "Last-Modified", value: time)
        }
        if response.headers["Accept-Ranges"] == nil { response.headers.append(name: "Accept-Ranges", value: "bytes") }
        return response
    }

    /// Returns the response with a part of its body (RFC 9110 §15.3.7).
    private func limited(to part: Range<Int>, of body: Data) -> Response {
        var response = self
        response.status = .partialContent
        response.headers["Content-Length"] = nil
        response.headers["Content-Range"] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(body.count)"
        let start = body.startIndex + part.lowerBound
        response.body = body.subdata(in: start..<start + part.count)
        return response
    }

    /// Returns the response for a range outside the body (RFC 9110 §15.5.17).
    private func unsatisfiable(length: Int) -> Response {
        var response = withoutBody(416)
        response.headers["Content-Range"] = "bytes */\(length)"
        return response
    }

    private func withoutBody(_ status: Teapot.StatusCode) -> Response {
        var response = self
        response.status = status
        response.body = Data()
        response.headers["Content-Length"] = nil
        response.headers["Content-Type"] = nil
        return response
    }
}

extension Request {
    /// Whether the request may have a precondition or a range.
    ///
    /// The names of these headers all begin with an I or an R (RFC 9110 §13.1, §14.2).
    fileprivate var mayBeConditional: Bool {
        hasField { name in name.first == 0x49 || name.first == 0x69 || name.first == 0x52 || name.first == 0x72 }
    }
}

extension Data {
    /// Text that identifies the bytes: a hash and their count.
    package var contentHash: String {
        // FNV-1a, with words of eight bytes instead of single bytes. It's fast, but doesn't protect against attacks.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        withUnsafeBytes { bytes in
            var index = 0
            while index + 8 <= bytes.count {
                hash = (hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* 0x100_0000_01B3
                hash ^= hash >> 29
                index += 8
            }
            for byte in bytes[index...] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        return "\(String(hash, radix: 16))-\(String(count, radix: 16))"
    }
}
