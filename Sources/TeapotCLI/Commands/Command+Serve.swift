extension Command {
    /// The command that serves a folder of mocks.
    static let serve = Command(
        name: "serve",
        summary: "answers requests from a folder of mocks, an OpenAPI document, or a JSON file",
        purpose: """
            Answers requests at http://127.0.0.1:\(Address.defaultPort) from files. Press Ctrl-C to stop. Without PATH, it \
            serves the folder “Mocks”, or else a sample; “teapot init” writes a copy to edit.
            """,
        parameters: [
            Parameter(name: "PATH", help: "What to serve: \(InputFile.Kinds.served.rawValue).", isOptional: true)
        ],
        topics: [
            "what can be served:": [
                "mocks": "A folder for each path, a file for each response. Edits take effect at once.",
                "": "The mock with the most conditions answers; among equals, a success comes first.",
                "": "“teapot help mocks” and “teapot help scenarios” explain the files.",
                "openapi.yaml": "Each operation answers with its example, or with generated values.",
                "": "Created items are remembered. Requests that the document doesn't allow are refused.",
                "": "The header “Prefer: code=404” or “Prefer: example=gone” chooses another response.",
                "data.json": "Each member of the object is a REST resource. Changes stay in memory.",
                "": "?title=Tea filters a list, ?_sort=-title sorts it, and ?_page=2 returns a page.",
            ]
        ],
        options: [
            .values("scenario", "s", "NAME", "Activate a scenario; repeatable."),
            .value("scenarios", nil, "DIR", "The folder of scenarios, if it isn't next to the mocks."),
            .value("openapi", nil, "FILE", "Check mocks with an OpenAPI document, and answer the rest from it."),
            .value("items", nil, "FILE", "With an OpenAPI document, the first items: {\"teas\": [ … ]}."),
            .flag("stateless", nil, "With an OpenAPI document, forget created and changed items."),
            .flag("no-validate", nil, "With an OpenAPI document, also answer requests that it doesn't allow."),
        ].under(.content)
            + [
                .flag("hold", nil, "Hold requests until you choose a response on the inspector's page."),
                .value("latency", nil, "TIME", "The delay of each response: 200ms, or 1.5 for seconds."),
                .value("network", nil, "NAME", "A slow network: edge, 3g, lte, wifi or lossy; or offline."),
                .value("speed", nil, "N", "Send streams N times as fast, or all at once with max."),
            ].under(.responses) + Service.options
            + [.value("live", nil, "URL", "The server for requests that no mock matches.")].under(.live)
            + [.flag("record", nil, "Record the live server's responses as mocks in the folder.")].under(.recording)
            + Recording.options,
        hints: [["--host"]: "use --all", ["--delay"]: "use --latency", ["--watch"]: "edits apply at once"],
        examples: [
            ("teapot serve", "serves “Mocks” or the sample; then try: teapot get :8080/products"),
            ("teapot serve Mocks --port 9000 --live https://api.test", "forwards requests without a mock"),
            ("teapot serve openapi.yaml", "answers each operation, and remembers created items"),
            ("teapot serve data.json", "answers GET, POST, PUT, PATCH and DELETE for /posts and /posts/1"),
            ("teapot serve Mocks --scenario transferMoney", "answers with a scenario's steps, in order"),
            ("teapot serve Mocks --strict --log json", "for a test run; fails if a mock is missing"),
        ],
        statuses: [.findings, .badData, .noInput, .unavailable],
        run: { try await ServeCommand($0, $1).run() })
}
