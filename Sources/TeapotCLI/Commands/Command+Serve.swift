extension Command {
    /// The command that serves a folder of mocks.
    static let serve = Command(
        name: "serve",
        summary: "answers requests from a folder of mocks, an OpenAPI document, or a JSON file",
        purpose: """
            Serves a folder of mocks at http://127.0.0.1: one folder for each path, with the responses to choose \
            from. “users/success_list.json” answers GET /users and any path that ends with it, \
            “users/success_201_POST_new.json” answers POST /users with 201, and “users/{id}/success_ada.json” answers \
            GET /users/7. Once you choose it, “users/error_503_200ms_busy.json” answers with 503 after 200 ms; \
            without a status, an error is a 400. A request gets the first success mock of its path, unless a scenario \
            or a choice on the inspector's page selects another. The file “mocks.index.json” in a folder adds \
            conditions: {"success_page2.json": {"query": {"page": "2"}}}. A folder's files are checked for changes \
            before each request, so no restart is needed; a file that becomes invalid keeps its last valid content \
            for two seconds, in case it's being saved. In a JSON file, each member of the object is a REST resource. \
            ?title=Tea filters a list, ?_sort=-title sorts it, and ?_page=2 returns a page. A JSON file is read once: \
            requests change a copy in memory. An OpenAPI document in YAML or JSON answers with its examples or with \
            generated values, refuses requests that it doesn't allow, and remembers what is created. The header \
            “Prefer: code=404, example=gone” chooses another response. Ctrl-C stops the server.
            """,
        parameters: [
            Parameter(
                name: "FOLDER",
                help: """
                    A folder of mocks, a folder that contains “Mocks” and “Scenarios”, a WireMock root, an OpenAPI \
                    document, or a JSON file of resources. By default, a sample.
                    """,
                isOptional: true)
        ],
        options: Service.options + [
            .values("scenario", "s", "NAME", "Activate a scenario; may be repeated."),
            .value("scenarios", nil, "DIR", "The folder of scenarios, if it isn't next to the mocks."),
            .value("live", nil, "URL", "The server for requests that no mock matches."),
            .flag("record", nil, "Record the live server's responses as mocks in the folder."),
            .value(
                "openapi", nil, "FILE", "Answer the rest from an OpenAPI document; report mocks that it doesn't allow."),
            .flag("stateless", nil, "With an OpenAPI document, forget created and changed items."),
            .flag("no-validate", nil, "With an OpenAPI document, also answer requests that it doesn't allow."),
            .flag("hold", nil, "Hold requests until a response is chosen on the inspector's page."),
            .value("latency", nil, "S", "The delay of each response, in seconds."),
            .value("network", nil, "NAME", "A slow network: edge, 3g, lte, wifi or lossy; or offline."),
            .value("speed", nil, "N", "Send streams N times as fast as recorded or written, or all at once with max."),
        ] + Recording.options,
        examples: [
            Example("teapot serve", "serves the sample; then try: teapot get :8080/v1/staging/products"),
            Example("teapot serve Mocks --port 9000 --live https://api.test", "forwards requests without a mock"),
            Example("teapot serve openapi.yaml", "answers each operation, and remembers created items"),
            Example("teapot serve data.json", "answers GET, POST, PUT, PATCH and DELETE for /posts and /posts/1"),
            Example("teapot serve Mocks --scenario transferMoney", "answers with a scenario's steps, in order"),
            Example("teapot serve Mocks --strict --log json", "for a test run; fails if a mock is missing"),
        ],
        statuses: [.findings, .badData, .noInput, .unavailable],
        run: { arguments, console in
            try await console.withoutWaiting(asJSON: arguments["log"] == "json") {
                try await ServeCommand(arguments, $0).run()
            }
        })
}
