import TeapotTestTraits
import Testing

/// The suites that run the program without serving, one test after the other.
///
/// Many concurrent programs would slow down other tests, and on Linux each program that waits for the response on a
/// new connection keeps a core busy. So there are two queues of such tests: here, and in ``ServingSuites``.
@Suite(.ahead, .serialized, .enabled(if: Built.teapot != nil, "teapot is not beside the tests")) enum ProgramSuites {}

/// The suites of `teapot serve`, one test after the other, in parallel with the other suites that run the program.
@Suite(.ahead, .serialized, .enabled(if: Built.teapot != nil, "teapot is not beside the tests")) enum ServingSuites {}
