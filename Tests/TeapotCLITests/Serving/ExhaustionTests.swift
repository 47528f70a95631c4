#if os(Linux)
    import Foundation
    import TeapotTestSupport
    import Testing

    extension ServingSuites {
        @Suite struct `teapot without a file descriptor left` {
            /// Sets the number of file descriptors that a process may have open, and returns the former one.
            private static func limitDescriptors(of id: pid_t, to limit: rlim_t) throws -> rlim_t {
                // Glibc's module lacks it.
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

            @Test func `reads what it could not read as soon as it can`() async throws {
                let files = try TemporaryFolder(["a/success_x.json": "1", "c/success_z.json": "1", "d/x.json": "1"])
                let teapot = try await RunningTeapot(["serve", files.url.path])
                let port = try #require(URL(string: teapot.url)?.port.flatMap { UInt16(exactly: $0) })
                let id = teapot.id
                let statuses = try await RawClient.talking(to: port) { client in
                    func statuses(_ paths: [String]) throws -> [Int?] {
                        try paths.map { path in
                            try client.exchange("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\n\r\n").status
                        }
                    }
                    let before = try statuses(["/a", "/c", "/d"])
                    let former = try Self.limitDescriptors(of: id, to: 1)
                    // What it has to read now: a directory, one that it knows, an index file, and a map.
                    try files.write("1", to: "b/success_y.json")
                    try files.write("1", to: "a/success_w.json")
                    try files.write(#"{"x.json": {"method": "PUT"}}"#, to: "d/mocks.index.json")
                    try files.write(#"{"maps": [{"folder": "/c", "to": "/v1"}]}"#, to: ".ls.global.json")
                    let during = try statuses(["/a", "/b", "/v1/c"])
                    _ = try Self.limitDescriptors(of: id, to: former)
                    return [before, during, try statuses(["/a", "/b", "/v1/c", "/d"])]
                }
                #expect(statuses == [[200, 200, 200], [404, 404, 404], [200, 200, 200, 404]])
                #expect(try await teapot.end().status == 0)
            }
        }
    }
#endif
