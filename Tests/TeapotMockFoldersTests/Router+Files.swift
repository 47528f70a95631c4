import Foundation
import TeapotMock
import TeapotMockFolders
import TeapotTestSupport

extension Router {
    /// Returns a router that answers with the first mock of a folder.
    static func serving(_ files: TemporaryFolder) -> Router {
        let switchboard = Switchboard(MockFolder(files.url))
        switchboard.undecided = .firstMock
        let router = Router()
        router.switchboard = switchboard
        return router
    }
}
