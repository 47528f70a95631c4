public import TeapotMock

// A response answers as it is. The conformance lets the compiler prefer the handlers that return one.
extension Response: Serializable {}
