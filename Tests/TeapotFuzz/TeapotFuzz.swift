import Foundation

/// Checks an input; libFuzzer calls this function.
///
/// An input that violates a property ends the process.
///
/// - Parameters:
///   - start: The input's first byte; may be `nil` if there is none.
///   - count: The number of bytes.
/// - Returns: 0, which libFuzzer requires.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.check(FuzzInput(Array(UnsafeBufferPointer(start: start, count: count))))
    return 0
}

/// A target of the fuzzer.
enum FuzzTarget: String, CaseIterable {
    case request
    case chunks
    case websocket
    case multipart
    case form

    /// The target that the environment variable `TEAPOT_FUZZ_TARGET` names.
    static let chosen: FuzzTarget = {
        let name = ProcessInfo.processInfo.environment["TEAPOT_FUZZ_TARGET"] ?? ""
        if let target = FuzzTarget(rawValue: name) { return target }
        let names = allCases.map(\.rawValue).joined(separator: ", ")
        print("TEAPOT_FUZZ_TARGET is “\(name)”, and has to be one of \(names).")
        exit(2)
    }()

    func check(_ input: FuzzInput) {
        switch self {
        case .request: RequestFuzzing.check(input)
        case .chunks: ChunkFuzzing.check(input)
        case .websocket: WebSocketFuzzing.check(input)
        case .multipart: MultipartFuzzing.check(input)
        case .form: FormFuzzing.check(input)
        }
    }
}

/// Ends the process, so that libFuzzer keeps the input, unless a property holds.
func expect(_ holds: Bool, _ message: @autoclosure () -> String) {
    guard !holds else { return }
    FileHandle.standardError.write(Data("A property does not hold: \(message())\n".utf8))
    abort()
}
