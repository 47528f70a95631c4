import Foundation
import Teapot
import TeapotMock

extension MockIndex {
    /// Returns the reason a scenario's step has no mock, or `nil` if it has one.
    func problem(with step: Scenario.Step) -> String? {
        guard mock(in: step.folder, named: step.responseFileName) == nil else { return nil }
        let folder = FolderMap.key(step.folder)
        let problem = "there is no mock “\(step.responseFileName)” in “\(step.folder)”"
        guard let own = byFolder[folder]?.map({ mocks[$0] }) else {
            let fitting = candidates(for: Request(method: "GET", path: folder)).first.map { mocks[$0].folder }
            let meant = fitting ?? folder.closest(among: Set(mocks.map(\.folder)).sorted())
            return "\(problem); \(meant.map { "did you mean “\($0)”?" } ?? "there is no such directory")"
        }
        let names = own.flatMap { [$0.file, MockFileName.stem(of: $0.file), $0.name] }
        return problem + (step.responseFileName.closest(among: names).map { "; did you mean “\($0)”?" } ?? "")
    }

    /// Returns whether a request's path ends with the path of a scenario's step, and its method is that of the mock.
    ///
    /// A step with a mock in `General` applies to every path.
    func isOwnPath(of step: Scenario.Step, _ request: Request) -> Bool {
        let (folder, mock) = (FolderMap.segments(of: step.folder), mock(in: step.folder, named: step.responseFileName))
        if let method = mock?.method, method != request.method { return false }
        if mock?.isGeneral == true { return true }
        let isDirectory = folders.contains("/" + folder.joined(separator: "/"))
        let path =
            mock?.requestPath ?? "/" + (isDirectory ? map.requestPath(of: folder) : folder).joined(separator: "/")
        return path == "/"
            ? Request.segments(of: request.path).isEmpty : RequestCondition(path: path).isMet(by: request)
    }
}
