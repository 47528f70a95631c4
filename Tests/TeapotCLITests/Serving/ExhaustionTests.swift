#if os(Linux)
    import Foundation
    import TeapotTestSupport
    import Testing

    extension ServingSuites {
        @Suite struct `teapot without free file descriptors` {
            /// Sets the number of file descriptors that a process may have open, and returns the previous number.
            private static func limitDescriptors(of id: pid_t, to limit: rlim_t) throws -> rlim_t {
                // The Glibc module lacks it.
                typealias Prlimit =
                    @convention(c) (
                        pid_t, Int32, UnsafePointer<rlimit>?, UnsafeMutablePointer<rlimit>?
                    ) -> Int32
                let prlimit = unsafeBitCast(try #require(dlsym(nil, "prlimit")), to: Prlimit.self)
                var limits = rlimit()
                let resource = Int32(RLIMIT_NOFILE.rawValue)
                try #require(prlimit(id, resource, nil, &limits) == 0)
                let former = limits.rlim_cur
                limits.rlim_cur = limit
                try #require(prlimit(id, resource, &limits, nil) == 0)
                return former
            }

            /// Makes files and directories so old that they aren't checked again for being new.
            private static func age(_ items: [URL]) throws {
                for item in items {
                    try FileManager.default.setAttributes(
                        [.modificationDate: Date(timeIntervalSinceNow: -3600)], ofItemAtPath: item.path)
                }
            }

            @Test func `reads a folder as soon as it can`() async throws {
                let files = try TemporaryFolder(["p/a/success_x.json": "1", "c/success_z.json": "1", "d/x.json": "1"])
                try Self.age(["p/a", "p"].map { files.path($0) })
                try await RunningTeapot.with(["serve", files.url.path]) { teapot in
                    let port = try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
                    let id = teapot.id
                    let statuses = try await RawClient.talking(to: port) { client in
                        func statuses(_ requests: [String]) throws -> [Int?] {
                            try requests.map { request in
                                try client.exchange(
                                    "\(request) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nContent-Length: 0\r\n\r\n"
                                ).status
                            }
                        }
                        let before = try statuses(["GET /p/a", "GET /c", "GET /d"])
                        let former = try Self.limitDescriptors(of: id, to: 1)
                        // A known directory is reported as changed.
                        try Self.age([files.path("p/a")])
                        let withoutDirectory = try statuses(["GET /p/a", "GET /c", "GET /d"])
                        _ = try Self.limitDescriptors(of: id, to: former)
                        let withDirectory = try statuses(["GET /p/a", "GET /c", "GET /d"])
                        // The folder itself, and its map.
                        _ = try Self.limitDescriptors(of: id, to: 1)
                        try files.write("1", to: "b/success_y.json")
                        try files.write(#"{"x.json": {"method": "PUT"}}"#, to: "d/mocks.index.json")
                        try files.write(#"{"maps": [{"folder": "/c", "to": "/v1"}]}"#, to: ".ls.global.json")
                        try Self.age(["b", "d", ".ls.global.json", "."].map { files.path($0) })
                        let withoutFolder = try statuses(["GET /p/a", "GET /b", "GET /v1/c"])
                        _ = try Self.limitDescriptors(of: id, to: former)
                        let withFolder = try statuses(["GET /p/a", "GET /b", "GET /v1/c", "GET /d", "PUT /d"])
                        return [before, withoutDirectory, withDirectory, withoutFolder, withFolder]
                    }
                    #expect(
                        statuses == [
                            [200, 200, 200], [404, 200, 200], [200, 200, 200],
                            [404, 404, 404], [200, 200, 200, 404, 200],
                        ])
                }
            }
        }
    }
#endif
