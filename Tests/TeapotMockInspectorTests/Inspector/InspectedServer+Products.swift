import Foundation
import TeapotMockFolders
import Testing

extension InspectedServer {
    /// Gives the list of products headers and a condition, and returns its folder.
    func prepareProducts() throws -> URL {
        let place = try #require(switchboard.folder).directory.appendingPathComponent("products")
        for (name, text) in [
            ("mocks.index.json", #"{"success_productList": {"path": "/tea/99", "query": {"page": "2"}}}"#),
            ("success_productList.headers.json", #"{"Set-Cookie": "a=b", "X-Auth-Token": "kX9vQ2mZ7pLw"}"#),
        ] {
            try Data(text.utf8).write(to: place.appendingPathComponent(name))
        }
        return place
    }

    /// Returns the names of the files in a folder.
    func names(in place: URL) throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: place.path))
    }
}
