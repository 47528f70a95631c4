import Teapot

/// A small shop, for the first minute: mocks, and scenarios of them.
///
/// It is in the program itself, so that it is there wherever the program is copied to.
struct Sample {
    /// Where its files are.
    let directory: URL

    /// Writes the files to a folder of their own.
    ///
    /// - Throws: ``Failure`` when they can't be written.
    init() throws(Failure) {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("teapot-sample-\(UUID().uuidString.prefix(8))", isDirectory: true)
        do {
            for (path, text) in Self.files {
                let file = directory.appendingPathComponent(path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data((text + "\n").utf8).write(to: file)
            }
        } catch { throw Failure("the sample can't be written to “\(directory.path)”: \(error)", .cannotWrite) }
    }

    /// Takes the files away.
    func remove() { try? FileManager.default.removeItem(at: directory) }

    /// A mock that answers unless a scenario does.
    struct Choice {
        let requestPath: String
        let mock: String
    }

    /// The mocks to begin with, where the first by name would be an empty list.
    static let chosen = [
        Choice(requestPath: "/v1/staging/products", mock: "products/success_productList.json"),
        Choice(requestPath: "/v2/something/something/categories", mock: "categories/success_categoryList.json"),
    ]
}
