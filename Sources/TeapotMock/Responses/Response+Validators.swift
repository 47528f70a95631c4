public import Foundation
import Teapot

extension Response {
    /// The values that distinguish versions of a body (RFC 9110 §8.8).
    package struct Validators: Sendable, Equatable {
        /// The entity tag with its quotation marks, or `nil` to compute one from the body.
        package var entityTag: String?
        /// The time of the last change, formatted for a header, or `nil` if it's unknown.
        package var lastModified: String?
        /// Whether the response's headers already include them.
        package var areStated = false

        /// Creates validators.
        ///
        /// - Parameters:
        ///   - entityTag: The entity tag with its quotation marks, or `nil` to compute one from the body.
        ///   - lastModified: The time of the last change, in seconds since 1970, or `nil` if it is unknown.
        package init(entityTag: String? = nil, lastModified: Int? = nil) {
            self.entityTag = entityTag
            self.lastModified = lastModified.map(HTTPDate.text)
        }

        /// Creates the validators of a file from its inode number, its size and the time of its last change, or returns
        /// `nil` if there is no file.
        ///
        /// Files written in quick succession often have the same time, but one URL may return several of them in turn.
        /// The inode number tells them apart.
        ///
        /// - Parameter path: The path of the file.
        package init?(ofFile path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            let time = status.modificationTime
            let number = Int(truncatingIfNeeded: status.st_ino)
            let parts = [number, Int(time.tv_sec), Int(time.tv_nsec), Int(status.st_size)].map { String($0, radix: 16) }
            self.init(entityTag: "\"" + parts.joined(separator: "-") + "\"", lastModified: Int(time.tv_sec))
        }
    }

    /// Returns the response with support for preconditions and ranges, as if it served a file.
    ///
    /// A `GET` or `HEAD` request with `If-None-Match` or `If-Modified-Since` then gets status 304 if its client already
    /// has the body. A `GET` request with a `Range` gets status 206 and that part of the body, or status 416 if there
    /// is no such part (RFC 9110 §13, §14). The response gets `Accept-Ranges`, `ETag` and `Last-Modified` unless it
    /// already has them. This applies only to responses with status 200 whose body isn't a stream.
    ///
    /// ```swift
    /// router.get("/film") { _ in .data(film, contentType: "video/mp4").acceptingRanges() }
    /// ```
    ///
    /// - Parameter lastModified: The time of the last change to the body, or `nil` if it is unknown.
    /// - Returns: The response. Its entity tag is computed from the body.
    public func acceptingRanges(lastModified: Date? = nil) -> Response {
        var response = self
        let seconds = lastModified?.timeIntervalSince1970 ?? .nan
        response.validators = Validators(lastModified: abs(seconds) < 1e11 ? Int(seconds.rounded(.down)) : nil)
        return response
    }
}
