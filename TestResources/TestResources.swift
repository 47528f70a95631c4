package import Foundation

/// The files that tests work with.
package enum Fixtures {
    /// The bundle with the resources, which the package manager puts beside the tests' program.
    ///
    /// It is located by hand, because the accessor that the package manager generates traps if the bundle is missing.
    /// If it is missing, this is the program's own bundle, and a test that needs a file fails with a message that says
    /// so.
    package static let bundle: Bundle = {
        let own = Bundle(for: Anchor.self)
        let directories = [own.resourceURL, own.bundleURL, own.bundleURL.deletingLastPathComponent()]
        for directory in directories.compactMap(\.self) {
            for kind in ["resources", "bundle"] {
                let url = directory.appendingPathComponent("teapot_TeapotTestResources.\(kind)", isDirectory: true)
                if let bundle = Bundle(url: url) { return bundle }
            }
        }
        return own
    }()

    /// The folder that holds them, whether or not it is there.
    package static var directory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("Fixtures", isDirectory: true)
    }

    /// The folder that holds the cases of the contract, whether or not it is there.
    package static var contractDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("Contract", isDirectory: true)
    }

    /// The folder that holds recordings as browsers export them, whether or not it is there.
    package static var harDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("HAR", isDirectory: true)
    }

    /// LetSee's own example, a folder of mocks and one of scenarios, whether or not it is there.
    package static var letSeeDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("LetSee", isDirectory: true)
    }

    /// The folder that holds what programs of others are given to run, whether or not it is there.
    package static var clientsDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("Clients", isDirectory: true)
    }

    /// The folder that holds the requests as bytes and what is to come of them, whether or not it is there.
    package static var wireDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("Wire", isDirectory: true)
    }

    /// The folder that holds what mocks are compared with, whether or not it is there.
    package static var driftDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("Drift", isDirectory: true)
    }

    /// The folder that holds what mocks are compared with, whether or not it is there.
    package static var openAPIDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("OpenAPI", isDirectory: true)
    }

    /// The folder that is a root of WireMock's, whether or not it is there.
    package static var wireMockDirectory: URL {
        (bundle.resourceURL ?? bundle.bundleURL).appendingPathComponent("WireMock", isDirectory: true)
    }

    private final class Anchor {}
}
