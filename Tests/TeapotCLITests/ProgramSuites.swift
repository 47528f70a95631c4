import Testing

/// The suites that run the program, one test after the other: many programs at once would starve the tests beside them,
/// and on Linux each that waits for a new connection's answer keeps a core busy.
@Suite(.serialized, .enabled(if: Built.teapot != nil, "teapot is not beside the tests")) enum ProgramSuites {}
