import Teapot

/// The protocol class of one configuration.
///
/// A `URLProtocol` doesn't know its session or its configuration, only its own class. So each configuration has its own
/// class, a generic class that is specialized at run time.
final class Interceptor<Number: ClassNumber>: InterceptingProtocol {}

/// A number as a type, with its binary digits as nested types.
protocol ClassNumber {}

enum Zero: ClassNumber {}
enum Doubled<Half: ClassNumber>: ClassNumber {}
enum DoubledPlusOne<Half: ClassNumber>: ClassNumber {}

extension InterceptingProtocol {
    /// Returns the class for a number.
    ///
    /// Each number has a different class.
    ///
    /// A class takes a few hundred bytes and is never freed. If classes were reused, an old session could get answers
    /// from a new router.
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
