package import TeapotMockFolders

/// The entry of a mock in the index file of its folder: what requests it is for, and how its response is sent.
package struct MockEntry: Sendable {
    /// The requests that the mock is for.
    package var condition: RequestCondition
    /// The way in which the response is sent.
    package var delivery = Delivery()

    /// Creates an entry.
    package init(condition: RequestCondition, delivery: Delivery = Delivery()) {
        (self.condition, self.delivery) = (condition, delivery)
    }
}
