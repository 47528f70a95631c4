import Teapot

extension Command {
    /// The commands that send requests, one for each method.
    static let verbs: [Command] = [
        verb(.get, "fetches a URL"), verb(.head, "fetches only the headers of a URL"),
        verb(.options, "asks which methods a URL allows"), verb(.post, "sends data to a URL"),
        verb(.put, "replaces the resource at a URL"), verb(.patch, "changes part of the resource at a URL"),
        verb(.delete, "removes the resource at a URL"),
    ]

    private static func verb(_ method: Teapot.Method, _ summary: String) -> Command {
        let name = method.rawValue.lowercased()
        let hasBody = method.mayHaveFields
        let uses = ". The first two become a JSON object, or with --form a form; the last is for the query."
        let result = method == .head ? "status and headers" : method == .options ? "status, headers and body" : "body"
        return Command(
            name: name,
            summary: summary,
            purpose: """
                Sends \(method == .options ? "an" : "a") \(method) request, and prints the response's \(result). On a \
                terminal, JSON is indented and colored, and control characters are escaped. A pipe or a file gets the \
                bytes unchanged.
                """,
            parameters: [
                Parameter(name: "URL", help: "The URL; “:8080/x” is short for http://localhost:8080/x."),
                Parameter(
                    name: "FIELD", help: "name=text, name:=JSON or name==text\(hasBody ? uses : ", for the query.")",
                    isOptional: true, isRepeated: true),
            ],
            options: ([
                .values("header", "H", "'NAME: VALUE'", "A header; repeatable."),
                .value("user", "u", "NAME:PASSWORD", "Basic credentials. There is no prompt for the password."),
                .value("bearer", nil, "TOKEN", "A bearer token for the Authorization header."),
            ] + (hasBody ? bodyOptions : []) + [
                .flag("follow", "L", "Follow redirects, but don't send credentials to another origin."),
                .value("timeout", "t", "TIME", "How long to wait for a response, such as 500ms; 60s by default."),
            ]).under(.requests)
                + ([
                    .flag("include", "i", "Print the response's status and headers before its body."),
                    .flag("verbose", "v", "Log the exchange to standard error, with secrets shortened."),
                    .value("output", "o", "FILE", "Write the body to a file. FILE.part keeps an interrupted download."),
                ] + (method == .get ? [ContinuedDownload.option] : []) + [
                    .flag("no-fail", nil, "Exit with 0, regardless of the response's status."),
                    .flag("fail-with-body", nil, "Print the body, and exit based on the status; the default."),
                ]).under(.output),
            hints: curlHints,
            examples: hasBody && method != .delete
                ? [
                    ("teapot \(name) :8080/teas name=Assam cups:=2", "sends {\"cups\":2,\"name\":\"Assam\"}"),
                    ("teapot \(name) :8080/teas --data @tea.json", "sends a file"),
                    ("teapot \(name) :8080/teas -F name=Assam -F photo=@tea.png", "uploads a file in a form"),
                ]
                : [method == .delete ? removal : ("teapot \(name) :8080/teas page==2", "requests /teas?page=2")]
                    + (method == .get ? downloadExamples : []),
            statuses: [.noResponse, .clientError, .serverError, .noInput],
            run: { try await ClientCall(method, $0).run($1) })
    }

    private static let curlHints = [
        ["-X", "--request"]: "use the method's command, as in “teapot post URL”",
        ["-I", "--head"]: "use “teapot head URL”",
        ["-f", "--fail"]: "leave it out, because the exit status always shows a failure",
        ["-s", "-S", "--silent"]: "leave it out, because a pipe or a file gets only the body",
        ["-O", "--remote-name"]: "use -o FILE", ["-A", "--user-agent"]: "use -H 'User-Agent: TEXT'",
        ["-b", "--cookie"]: "use -H 'Cookie: NAME=VALUE'",
        ["-k", "--insecure"]: "leave it out, because certificates are always checked",
        ["-w", "--write-out"]: "use -i for the status and the headers",
        ["-x", "--proxy"]: "use the server's own URL; proxies aren't supported",
        ["--compressed"]: "leave it out, because bodies are always decompressed",
        ["-T", "--upload-file"]: "use “teapot put URL --data @FILE”",
        ["--json"]: "use “teapot post URL name=text”, or --data with JSON",
        ["--data --data"]: "write --data 'a=1&b=2', or --form a=1 b=2", ["-m", "--max-time"]: "use --timeout TIME",
        ["--data-raw", "--data-binary", "--data-ascii"]: "use “teapot post URL --data TEXT”",
    ]

    private static let bodyOptions: [Option] = [
        .value("data", "d", "TEXT", "The body: text, @FILE, or - for standard input."),
        .flag("form", "f", "Send the fields as a form, not as JSON."),
        .values("part", "F", "NAME=VALUE", "A part of a form: name=text, or name=@FILE[;type=image/png]; repeatable."),
    ]

    private static let removal = ("teapot delete :8080/teas/7", "removes the resource")

    private static let downloadExamples = [
        ("teapot get https://api.example.com/teas -H 'Accept: text/csv' -o teas.csv", "writes a file"),
        ("teapot get https://example.com/film.mp4 -o film.mp4 --continue", "resumes an interrupted download"),
    ]
}

extension Teapot.Method {
    /// The method that asks what a resource allows (RFC 9110 §9.3.7).
    static let options: Teapot.Method = "OPTIONS"

    /// Whether fields on the command line become a body instead of a query.
    var mayHaveFields: Bool { ![.get, .head, .options].contains(self) }

    /// Whether the request is for the head of the response.
    var isAboutHead: Bool { self == .head || self == .options }
}
