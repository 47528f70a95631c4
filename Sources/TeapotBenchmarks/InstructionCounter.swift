import Foundation
import Teapot

/// A counter of the instructions that all threads of this process execute in user mode.
///
/// It uses a Linux performance counter, which many virtual machines and all other systems don't have.
final class InstructionCounter {
    #if os(Linux) && (arch(x86_64) || arch(arm64))
        private let descriptor: Int32

        init() {
            descriptor = Self.open()
        }

        deinit {
            if descriptor >= 0 { close(descriptor) }
        }

        /// Returns the number so far, or `nil` if instructions aren't counted.
        func count() -> UInt64? {
            var value: UInt64 = 0
            guard descriptor >= 0, read(descriptor, &value, 8) == 8 else { return nil }
            return value
        }

        /// Calls `perf_event_open(2)`, for which C libraries have no function.
        private static func open() -> Int32 {
            typealias Syscall = @convention(c) (Int, UnsafeRawPointer, Int, Int, Int, Int) -> Int
            guard let symbol = dlsym(nil, "syscall") else { return -1 }
            let call = unsafeBitCast(symbol, to: Syscall.self)
            // struct perf_event_attr, version 0: type, size, config, …, and its flags at byte 40.
            var attributes = [UInt8](repeating: 0, count: 64)
            return attributes.withUnsafeMutableBytes { bytes in
                bytes.storeBytes(of: UInt32(0), toByteOffset: 0, as: UInt32.self)  // PERF_TYPE_HARDWARE
                bytes.storeBytes(of: UInt32(64), toByteOffset: 4, as: UInt32.self)
                bytes.storeBytes(of: UInt64(1), toByteOffset: 8, as: UInt64.self)  // PERF_COUNT_HW_INSTRUCTIONS
                // inherit (bit 1), exclude_kernel (bit 5), exclude_hv (bit 6)
                bytes.storeBytes(of: UInt64(1 << 1 | 1 << 5 | 1 << 6), toByteOffset: 40, as: UInt64.self)
                guard let attributes = bytes.baseAddress else { return -1 }
                #if arch(x86_64)
                    let number = 298
                #else
                    let number = 241
                #endif
                return Int32(call(number, attributes, 0, -1, -1, 0))
            }
        }
    #else
        /// Returns `nil`, because this system has no counter.
        func count() -> UInt64? { nil }
    #endif
}
