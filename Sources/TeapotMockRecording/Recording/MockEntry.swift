package import TeapotMockFolders

/// A mock's entry in its folder's index file: the requests that it's for, and the way its response is sent.
package struct MockEntry: Sendable {
    /// The requests that the mock is for.
    package var condition: RequestCondition
    /// The way the response is sent.
    package var delivery = Delivery()
    /// The display name, or `nil` for one derived from the request.
    package var name: String?
    /// Whether a person wrote the headers, so that those that differ in each response are also kept.
    package var isWritten = false

    /// Creates an entry.
    package init(condition: RequestCondition, delivery: Delivery = Delivery(), name: String? = nil) {
        (self.condition, self.delivery, self.name) = (condition, delivery, name)
    }
}
