import Teapot

/// The class of one configuration.
///
/// A `URLProtocol` is told neither its session nor its configuration; its own class is all that it knows of them. So each
/// configuration has a class of its own: a generic one, specialized at run time.
final class Interceptor<Number: ClassNumber>: InterceptingProtocol {}

/// A number that is a type: its binary digits, nested.
protocol ClassNumber {}

enum Zero: ClassNumber {}
enum Doubled<Half: ClassNumber>: ClassNumber {}
enum DoubledPlusOne<Half: ClassNumber>: ClassNumber {}

extension InterceptingProtocol {
    /// The class of a number; different numbers have different classes.
    ///
    /// A class costs some hundred bytes and is never freed: one that was used again could give an old session the answers
    /// of a new router.
    static func numbered(_ number: Int) -> InterceptingProtocol.Type {
        func interceptor<Number: ClassNumber>(_: Number.Type) -> InterceptingProtocol.Type { Interceptor<Number>.self }
        func doubled<Half: ClassNumber>(_: Half.Type, plusOne: Bool) -> any ClassNumber.Type {
            plusOne ? DoubledPlusOne<Half>.self : Doubled<Half>.self
        }
        var type: any ClassNumber.Type = Zero.self
        for bit in (0..<(Int.bitWidth - number.leadingZeroBitCount)).reversed() {
            type = doubled(type, plusOne: number >> bit & 1 == 1)
        }
        return interceptor(type)
    }
}
