public import TeapotMock

// A response is sent unchanged. The conformance lets the compiler prefer handlers that return one.
extension Response: Serializable {}
