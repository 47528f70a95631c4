public import TeapotMock

// A response is sent unchanged. The conformance lets the compiler prefer handlers that return a response.
extension Response: Serializable {}
