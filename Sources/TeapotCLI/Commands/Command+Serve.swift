import Teapot
import TeapotMock

extension Command {
    /// The command that serves a folder of mocks.
    static let serve = Command(
        name: "serve",
        summary: "answers requests from a folder of mocks, or from a sample",
        purpose: """
            Serves a folder of mocks in LetSee's layout at http://127.0.0.1: a folder for each path, in it the responses \
            to choose from. A request whose path ends with a folder's is answered by the first mock in it that is a \
            success; scenarios, and a person at the inspector's page, choose others. Files are looked at again before \
            each request, so that nothing has to be started anew. Ctrl-C stops it.
            """,
        parameters: [
            Parameter(
                name: "FOLDER",
                help: """
                    Mocks, what holds “Mocks” and “Scenarios”, or a root of WireMock's. Without it a sample is served.
                    """,
                isOptional: true)
        ],
        options: Service.options + [
            .values("scenario", "s", "NAME", "Activate a scenario; may be repeated."),
            .value("scenarios", nil, "DIR", "Where scenarios are, if not beside the mocks."),
            .value("live", nil, "URL", "Where requests go that no mock is for."),
            .flag("record", nil, "Keep what the live server answers as mocks in the folder."),
            .value("openapi", nil, "FILE", "Tell at the start which mocks an OpenAPI document does not allow."),
            .flag("hold", nil, "Hold requests until a person chooses at the inspector's page."),
            .value("latency", nil, "S", "Wait so many seconds before each answer."),
        ] + Recording.options,
        examples: [
            Example("teapot serve", "serves the sample; then try: teapot get :8080/v1/staging/products"),
            Example(
                "teapot serve Mocks --port 9000 --live https://api.example.com", "mocks what is in the folder only"),
            Example("teapot serve Mocks --scenario transferMoney", "answers step by step"),
        ],
        statuses: [.findings, .badData, .noInput, .unavailable],
        run: { try await ServeCommand($0, $1).run() })
}
