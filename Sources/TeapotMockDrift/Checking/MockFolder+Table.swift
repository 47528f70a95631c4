import TeapotMock
package import TeapotMockFolders

extension MockFolder {
    /// The mocks as a table: the method, the path, the status, the delay, the file and, if any mock has one, the
    /// condition.
    package var table: (titles: [String], rows: [[String]]) {
        let hasConditions = mocks.contains { $0.conditionText != nil }
        let rows = mocks.map { mock -> [String] in
            let request = Request(method: method(of: mock) ?? "GET", path: mock.requestPath)
            let isDefault = mocks(for: request).count > 1 && firstMock(for: request) == mock
            return [
                method(of: mock) ?? "*", mock.isGeneral ? "*" : mock.requestPath,
                ((try? mock.response()) == nil ? "invalid" : mock.summary) + (isDefault ? ", default" : ""),
                mock.delay > 0 ? "\(Int((mock.delay * 1000).rounded())) ms" : "–", mock.path,
            ] + (hasConditions ? [mock.conditionText ?? "–"] : [])
        }
        return (["METHOD", "PATH", "STATUS", "DELAY", "FILE"] + (hasConditions ? ["CONDITION"] : []), rows)
    }
}
