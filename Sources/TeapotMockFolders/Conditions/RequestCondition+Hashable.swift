import Foundation
import Teapot

extension RequestCondition.Body: Hashable {
    /// Hashes the condition so that equal conditions have the same hash; JSON is hashed as text with sorted members.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .text(let text), .sha1(let text): hasher.combine(text)
        case .json(let json), .jsonContaining(let json): hasher.combine(json.canonicalText)
        case .form(let items): hasher.combine(items)
        case .multipart(let parts): hasher.combine(parts)
        }
    }
}
