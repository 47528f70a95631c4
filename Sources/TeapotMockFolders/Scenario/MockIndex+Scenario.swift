import Foundation
import Teapot
import TeapotMock

extension MockIndex {
    /// Returns the reason a scenario's step has no mock, or `nil` if it has one.
    func problem(with step: Scenario.Step) -> String? {
        guard mock(in: step.folder, named: step.responseFileName) == nil else { return nil }
        let folder = "/" + FolderMap.segments(of: step.folder).joined(separator: "/")
        let names = byFolder[folder]?.flatMap {
            [mocks[$0].file, MockFileName.stem(of: mocks[$0].file), mocks[$0].name]
        }
        let known = names ?? Set(mocks.map(\.folder)).sorted()
        let meant = (names == nil ? folder : step.responseFileName).closest(among: known)
        let hint = meant.map { "did you mean “\($0)”?" } ?? (names == nil ? "there is no such directory" : "")
        return "there is no mock “\(step.responseFileName)” in “\(step.folder)”" + (hint.isEmpty ? "" : "; " + hint)
    }

    /// Returns whether a request's path ends with the path of a scenario's step.
    ///
    /// A step with a mock in `General` applies to every path.
    func isOwnPath(of step: Scenario.Step, _ request: Request) -> Bool {
        let folder = FolderMap.segments(of: step.folder)
        let mock = mock(in: step.folder, named: step.responseFileName)
        if mock?.isGeneral == true { return true }
        let isDirectory = folders.contains("/" + folder.joined(separator: "/"))
        let path =
            mock?.requestPath ?? "/" + (isDirectory ? map.requestPath(of: folder) : folder).joined(separator: "/")
        return path == "/"
            ? Request.segments(of: request.path).isEmpty : RequestCondition(path: path).isMet(by: request)
    }
}
