import TeapotTestTraits
import Testing

/// The suites of this target, one test after the other, because each has its own server, and one counts the
/// descriptors of the process.
@Suite(.ahead, .serialized, .timeLimit(.minutes(4))) enum InspectorSuites {}
