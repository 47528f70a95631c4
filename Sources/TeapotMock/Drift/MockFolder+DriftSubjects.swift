import Teapot

extension MockFolder {
    /// Reads mocks to be checked.
    ///
    /// - Returns: The mocks; and what is wrong with those that can't be read.
    func subjects(of mocks: [Mock], _ choice: Choice) -> (subjects: [DriftSubject], findings: DriftFindings) {
        var subjects: [DriftSubject] = []
        var findings = DriftFindings()
        for mock in mocks where choice.includes(mock) {
            do throws(Problem) { subjects.append(try mock.subject()) } catch {
                findings.checked.insert(mock.path)
                findings.drifts.append(Drift(error))
            }
        }
        return (subjects, findings)
    }

    /// The mocks of a directory or a request path; case, and slashes at either end, make no difference.
    func mocks(at path: String) -> [Mock] {
        let wanted = FolderMap.segments(of: path)
        let inFolder = mocks.filter { FolderMap.segments(of: $0.folder) == wanted }
        return inFolder.isEmpty ? mocks.filter { FolderMap.segments(of: $0.requestPath) == wanted } : inFolder
    }

    /// Decodes some mocks as a type.
    func findings(
        of mocks: [Mock], at path: String?, against type: any Decodable.Type, _ choice: Choice, _ decoder: JSONDecoder
    ) -> DriftFindings {
        var (subjects, findings) = subjects(of: mocks, choice)
        if let path, !mocks.contains(where: choice.includes) {
            let folders = Set(self.mocks.flatMap { [$0.folder, $0.requestPath] }).sorted()
            let isThere = !mocks.isEmpty
            let guess = isThere ? nil : path.closest(among: folders).map { ", but there is “\($0)”" }
            findings.drifts.append(
                Drift(
                    .folder, in: path, expected: choice == .errors ? "mocks that fail" : "mocks that succeed",
                    found: isThere ? "others only" : "none\(guess ?? "")", source: "\(type)"))
        }
        var checker = TypeChecker(type, decoder)
        for subject in subjects { checker.check(subject) }
        subjects.removeAll()
        findings.add(checker.findings)
        return findings
    }
}

extension MockFolder.Mock {
    /// The mock as it is checked.
    fileprivate func subject() throws(MockFolder.Problem) -> DriftSubject {
        let response = try response()
        return DriftSubject(
            file: path, requestPath: isGeneral ? nil : spelledRequestPath, method: method, isSuccess: isSuccess,
            status: response.status.rawValue, headers: response.headers, body: response.body)
    }

    /// The request path with its end as the directory is spelled: small letters are enough to find a mock, but a live
    /// server may tell them apart.
    private var spelledRequestPath: String {
        let spelled = folder.split(separator: "/")
        let path = requestPath.split(separator: "/")
        guard path.count >= spelled.count else { return requestPath }
        return "/" + (path.dropLast(spelled.count) + spelled).joined(separator: "/")
    }
}

extension Drift {
    /// A file that can't be read as a mock.
    fileprivate init(_ problem: MockFolder.Problem) {
        let place = problem.line.map { " at line \($0), column \(problem.column ?? 1)" } ?? ""
        self.init(
            .file, in: problem.file, line: problem.line, expected: "a mock that can be read\(place)",
            found: problem.reason, source: "MockFolder")
    }
}
