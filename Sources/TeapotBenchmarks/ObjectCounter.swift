import Foundation

/// A counter of the objects that the Swift runtime allocates.
///
/// The runtime of Linux calls a function by a pointer, in whose place another can be put. Memory that is allocated
/// without an object, such as that of a buffer, is not counted.
enum ObjectCounter {
    typealias Allocate = @convention(c) (UnsafeRawPointer?, Int, Int) -> UnsafeMutableRawPointer?

    // Only one benchmark at a time counts, while no other thread allocates objects.
    nonisolated(unsafe) fileprivate static var number = 0
    nonisolated(unsafe) fileprivate static var original: Allocate?

    /// Begins to count, and returns whether the runtime can be asked.
    static func begin() -> Bool {
        guard let place = dlsym(nil, "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self) else { return false }
        (number, original) = (0, place.pointee)
        place.pointee = allocateCounted
        return true
    }

    /// Ends counting, and returns the number of objects.
    static func end() -> Int {
        if let original { dlsym(nil, "_swift_allocObject")?.assumingMemoryBound(to: Allocate.self).pointee = original }
        return number
    }
}

private func allocateCounted(_ type: UnsafeRawPointer?, _ size: Int, _ alignment: Int) -> UnsafeMutableRawPointer? {
    ObjectCounter.number += 1
    return ObjectCounter.original?(type, size, alignment)
}
