@testable import Teapot
import Foundation
import TeapotTestTraits
import Testing

/// Tests of bodies that are written to files.
@Suite(.inTurn) final class `A download` {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("teapot-\(UUID().uuidString)")
    private let results = Recorder<Result<Teapot.Response, TeapotError>>()
    private var file: URL { folder.appendingPathComponent("download") }

    init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func data(_ text: String) -> Teapot.Transport.Event { .data(Data(text.utf8)) }

    @discardableResult private func download(
        to file: URL? = nil, limit: Int = .max, _ events: Teapot.Transport.Event...
    ) -> (client: ScriptedClient, call: Teapot.Call?) {
        var options = Teapot.Options()
        options.maximumBodyLength = limit
        let client = ScriptedClient(ScriptedClient.Script(events: events), options: options)
        let results = results
        return (client, client.download("a", to: file ?? self.file) { results($0) })
    }

    private var error: TeapotError? {
        if case .failure(let error)? = results.values.first { error } else { nil }
    }

    /// The names and contents of the files in the folder.
    private var contents: [String: String] {
        get throws {
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try names.reduce(into: [:]) { contents, name in
                contents[name] = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
            }
        }
    }

    @Test func `a second head restarts the file, and no other file remains`() throws {
        download(.began, .response(.make()), data("ab"), .response(.make()), data("cd"), .finished(nil))
        #expect(results.values.count == 1)
        #expect(try contents == ["download": "cd"])
    }

    @Test func `the file exists once the body is complete`() throws {
        let (client, _) = download(.began, .response(.make()), data("ab"), data("c"), .finished(nil))
        #expect(try results.values.first?.get().statusCode == 200)
        #expect(try results.values.first?.get().body.isEmpty == true)
        #expect(try contents == ["download": "abc"])
        #expect(client.abandons == [0])
    }

    @Test func `no partial file is visible: the old one stays until the new one is complete`() throws {
        try Data("before".utf8).write(to: file)
        let (client, _) = download(.began, .response(.make()), data("ab"))
        #expect(try contents["download"] == "before")
        // The temporary file is in the same folder, and hidden.
        #expect(try contents.filter { $0.key.hasPrefix(".") }.map(\.value) == ["ab"])
        let reader = try FileHandle(forReadingFrom: file)
        client.report(data("c"), .finished(nil))
        #expect(try contents == ["download": "abc"])
        #expect(try reader.readToEnd() == Data("before".utf8))
    }

    @Test func `an empty body makes an empty file`() throws {
        download(.began, .response(.make(204)), .finished(nil))
        #expect(try contents == ["download": ""])
    }

    @Test(arguments: [true, false])
    func `a download that is cut short changes nothing`(isThere: Bool) throws {
        if isThere { try Data("before".utf8).write(to: file) }
        download(.began, .response(.make()), data("ab"), .finished(URLError(.networkConnectionLost)))
        #expect(error?.type == .incompleteResponse)
        #expect(try contents == (isThere ? ["download": "before"] : [:]))
    }

    @Test func `a download that is too long changes nothing`() throws {
        try Data("before".utf8).write(to: file)
        let (client, _) = download(limit: 2, .began, .response(.make()), data("ab"), data("c"))
        #expect(error?.type == .incompleteResponse)
        #expect(try contents == ["download": "before"])
        #expect(client.abandons == [1])
    }

    @Test func `a cancelled download changes nothing`() throws {
        try Data("before".utf8).write(to: file)
        let (client, call) = download(.began, .response(.make()), data("ab"))
        call?.cancel()
        #expect(try contents == ["download": "before"])
        client.report(data("c"), .finished(nil))
        #expect(try contents == ["download": "before"])
        #expect(results.values.isEmpty)
    }

    @Test func `an error's body is kept for the error, and the file stays unchanged`() throws {
        try Data("before".utf8).write(to: file)
        let json = Teapot.Response.make(404, ["Content-Type": "application/json"])
        download(.began, .response(json), data(#"{"why":"gone"}"#), .finished(nil))
        #expect(error?.type == .invalidResponseStatus)
        #expect(error?.response?.json?.dictionary?["why"] as? String == "gone")
        #expect(try contents == ["download": "before"])
    }

    @Test func `a redirect's body isn't written`() throws {
        let client = ScriptedClient(
            .answer(.make(302, ["Location": "/b"], Data("moved".utf8))),
            .answer(.make(200, [:], Data("there".utf8))))
        client.download("a", to: file) { _ in }
        #expect(try contents == ["download": "there"])
    }

    @Test func `a redirect's body isn't written, even if its status is accepted`() throws {
        try Data("before".utf8).write(to: file)
        let client = ScriptedClient(
            .answer(.make(302, ["Location": "/b"], Data("moved".utf8))), .failure(URLError(.networkConnectionLost)))
        var request = try client.makeRequest(.get, "a")
        request.acceptedStatusCodes = Set(100...599)
        client.download(request, to: file) { _ in }
        #expect(client.requests.count == 2)
        #expect(try contents == ["download": "before"])
    }

    @Test(arguments: [true, false])
    func `an accepted redirect's body is written if it isn't followed`(isVetoed: Bool) throws {
        var options = Teapot.Options()
        if isVetoed { options.redirects = Teapot.Redirects { _, _ in nil } } else { options.redirects.maximum = 0 }
        let client = ScriptedClient(.answer(.make(302, ["Location": "/b"], Data("moved".utf8))), options: options)
        var request = try client.makeRequest(.get, "a")
        request.acceptedStatusCodes = [302]
        client.download(request, to: file) { _ in }
        #expect(try contents == ["download": "moved"])
    }

    @Test func `progress is reported for the file, but not for redirects and errors`() throws {
        var options = Teapot.Options()
        options.retriers = [Teapot.Retrier { _ in .retry(after: 0) }]
        let client = ScriptedClient(
            .answer(.make(302, ["Location": "/b", "Content-Length": "5"], Data("moved".utf8))),
            .answer(.make(200, ["Content-Length": "2"], Data("ab".utf8))), options: options)
        let reached = Recorder<Teapot.Progress>()
        client.download("a", to: file, progress: { reached($0) }) { _ in }
        #expect(reached.values == [.received(2, of: 2)])
        let failing = ScriptedClient(.answer(.make(404, ["Content-Length": "5"], Data("sorry".utf8))))
        failing.download("a", to: file, progress: { reached($0) }) { _ in }
        #expect(reached.values == [.received(2, of: 2)])
    }

    @Test func `a new file gets the default permissions`() throws {
        let other = folder.appendingPathComponent("other")
        try Data().write(to: other)
        download(.began, .response(.make()), .finished(nil))
        let modes = try [file, other].map {
            try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int
        }
        #expect(modes[0] == modes[1])
    }

    @Test(arguments: [0o600, 0o640, 0o444, 0o666])
    func `an existing file keeps its permissions`(mode: Int) throws {
        try Data("before".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
        let (client, _) = download(.began, .response(.make()), data("a"))
        // Only users who may read the file may read the partial file.
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).map(folder.appendingPathComponent)
        let modes = try names.map {
            try FileManager.default.attributesOfItem(atPath: $0.path)[.posixPermissions] as? Int ?? 0
        }
        #expect(modes.count == 2)
        #expect(modes.allSatisfy { $0 & 0o077 & ~mode == 0 })
        client.report(data("b"), .finished(nil))
        #expect(try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int == mode)
        #expect(try contents == ["download": "ab"])
    }

    @Test func `a symbolic link stays, and its target is replaced`() throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("far"), withIntermediateDirectories: true)
        let far = folder.appendingPathComponent("far/file")
        try Data("before".utf8).write(to: far)
        try FileManager.default.createSymbolicLink(at: file, withDestinationURL: far)
        download(.began, .response(.make()), data("new"), .finished(nil))
        #expect(try String(contentsOf: far, encoding: .utf8) == "new")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: file.path) == far.path)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/far") == ["file"])
    }

    // MARK: Invalid destinations

    @Test(arguments: [
        ("no/file", "there is no folder “FOLDER/no”; create it first."),
        ("sub", "it is a folder; specify a file in it."),
        ("link", "it is a symbolic link to a file that does not exist."), ("null", "it is not a regular file."),
    ])
    func `an invalid destination is reported, and the exchange is abandoned`(name: String, problem: String) throws {
        try FileManager.default.createDirectory(
            at: folder.appendingPathComponent("sub"), withIntermediateDirectories: true)
        for (name, target) in [("link", "nowhere"), ("null", "/dev/null")] {
            try FileManager.default.createSymbolicLink(
                atPath: folder.appendingPathComponent(name).path, withDestinationPath: target)
        }
        let target = folder.appendingPathComponent(name)
        let (client, _) = download(to: target, .began, .response(.make()), data("ab"))
        #expect(error?.type == .fileFailed)
        let text = problem.replacingOccurrences(of: "FOLDER", with: folder.path)
        #expect(error?.description.hasSuffix("“\(target.path)”: " + text) == true, "\(error?.description ?? "")")
        #expect(error?.underlyingError is POSIXError)
        #expect(error?.response?.statusCode == 200)
        #expect(client.abandons == [1])
    }

    @Test func `a URL that isn't a file URL is a file error`() {
        download(to: .make("https://h.test/a"), .began, .response(.make()))
        #expect(error?.type == .fileFailed)
        #expect(error?.description.hasSuffix("“https://h.test/a”: it is not a file URL.") == true)
    }

    @Test func `a folder deleted meanwhile is a file failure`() throws {
        let (client, _) = download(.began, .response(.make()), data("ab"))
        try FileManager.default.removeItem(at: folder)
        client.report(.finished(nil))
        #expect(error?.type == .fileFailed)
        #expect(error?.underlyingError is POSIXError)
    }

    // MARK: System errors

    @Test func `a name that is too long is a failure that says so and names the request`() throws {
        let target = folder.appendingPathComponent(String(repeating: "x", count: 300))
        download(to: target, .began, .response(.make()), data("ab"), .finished(nil))
        #expect(error?.type == .fileFailed)
        let text = error?.description ?? ""
        #expect(text.hasPrefix("GET http://h.test/api/a -> 200: fileFailed; “\(target.path)”: "), "\(text)")
        #expect(text.hasSuffix(": File name too long."), "\(text)")
        #expect((error?.underlyingError as? POSIXError)?.code == .ENAMETOOLONG)
        #expect(try contents.isEmpty)
    }

    #if os(Linux)
        @Test func `a full disk is a failure that says so`() throws {
            let full = folder.appendingPathComponent("full")
            try FileManager.default.createSymbolicLink(atPath: full.path, withDestinationPath: "/dev/full")
            let part = try PartialFile(continuing: full, for: file)
            let error = teapotError { try part.write(Data("ab".utf8)) }
            #expect(
                error?.description.hasSuffix("“\(file.path)”: it can't be written: No space left on device.") == true,
                "\(error?.description ?? "")")
        }
    #endif

    @Test(.disabled(if: geteuid() == 0, "root may write anywhere"))
    func `a folder without permission is a failure that says so`() throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
        download(.began, .response(.make()), .finished(nil))
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        #expect(error?.description.hasSuffix("“\(folder.path)”: Permission denied.") == true)
    }
}
