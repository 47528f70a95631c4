import Testing

/// The suites that run the program, one test after the other.
///
/// Many programs at once would slow down the tests beside them, and on Linux each program that waits for the response
/// on a new connection keeps a core busy.
@Suite(.serialized, .enabled(if: Built.teapot != nil, "teapot is not beside the tests")) enum ProgramSuites {}
