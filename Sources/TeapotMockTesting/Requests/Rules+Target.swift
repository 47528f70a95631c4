import Teapot
import TeapotMock

extension [Rule] {
    /// Creates the rules for a method and a path, each of which may be any.
    init(_ method: Teapot.Method?, _ path: String?) {
        self = (method.map { [.method(matches: $0)] } ?? []) + (path.map { [.path(matches: $0)] } ?? [])
    }
}
