import Foundation
import Teapot
import TeapotMock
import TeapotMockOpenAPI
import TeapotTestSupport
import TeapotTestTraits
import Testing

/// Random operations with valid requests, and with requests that have one fault.
@Suite(.inTurn) struct `A RequestChecker finds exactly the fault` {
    /// 40 groups of 26 or more operations.
    @Test(arguments: 0..<40 as Range<UInt64>)
    func `of a request that is broken in one place`(group: UInt64) throws {
        let count = UInt64(Size.of(full: 100, usual: 26))
        for seed in group * count..<(group + 1) * count {
            let operation = RandomOperation(seed: seed)
            var contract = try Contract(operation.text, components: RandomOperation.components)
            func faults(_ draft: RequestDraft) throws -> [RequestFault] {
                contract.checker.faults(of: try draft.request, for: contract.details, pathValues: draft.path)
            }
            let valid = operation.draft()
            #expect(try faults(valid) == [], "seed \(seed): \(operation.text) \(valid)")
            for change in operation.breaks {
                let broken = operation.draft(with: change)
                let found = try faults(broken)
                #expect(found.count == 1, "seed \(seed): \(operation.text) \(broken)")
                #expect(found.first?.pointer == change.pointer, "seed \(seed): \(operation.text) \(broken)")
                #expect(found.first?.status == change.status, "seed \(seed): \(operation.text) \(broken)")
            }
            #expect(contract.notes == [])
        }
    }
}
