import Teapot

extension Command {
    /// The commands that send requests, one for each method.
    static let verbs: [Command] = [
        verb(.get, "reads the resource at a URL", fields: "become items of the query"),
        verb(.post, "sends data to a URL"),
        verb(.put, "replaces the resource at a URL"),
        verb(.patch, "changes a part of the resource at a URL"),
        verb(.delete, "removes the resource at a URL"),
    ]

    private static func verb(
        _ method: Teapot.Method, _ summary: String, fields: String = "become a JSON object, or with --form a form"
    ) -> Command {
        let name = method.rawValue.lowercased()
        let hasBody = method != .get
        return Command(
            name: name,
            summary: summary,
            purpose: """
                Sends a \(method) request and prints the body of the response. On a terminal, JSON is indented and \
                coloured, and control characters are escaped. A pipe or a file gets the bytes unchanged.
                """,
            parameters: [
                Parameter(name: "URL", help: "The URL; “:8080/x” is short for http://localhost:8080/x."),
                Parameter(
                    name: "FIELD",
                    help: "name=text, name:=JSON or name==text. The first two \(fields); the last is for the query.",
                    isOptional: true, isRepeated: true),
            ],
            options: [
                .values("header", "H", "'NAME: VALUE'", "A header field; may be repeated."),
                .value("user", "u", "NAME:PASSWORD", "Basic credentials. There is no prompt for the password."),
            ] + (hasBody ? bodyOptions : []) + [
                .flag("follow", "L", "Follow redirects, without credentials to another origin."),
                .value("timeout", "t", "S", "The time to wait for anything to arrive, in seconds; 60 by default."),
                .flag("include", "i", "Print the response's status and header fields before its body."),
                .flag("verbose", "v", "Print what is sent and received to standard error, with secrets shortened."),
                .value("output", "o", "FILE", "Write the body to a file."),
                .flag("no-fail", nil, "Exit with 0 whatever the response's status is."),
                .flag("fail-with-body", nil, "Print the body and exit by the response's status, as is the default."),
            ],
            examples: hasBody
                ? [
                    Example("teapot \(name) :8080/teas name=Assam cups:=2", "sends {\"cups\":2,\"name\":\"Assam\"}"),
                    Example("teapot \(name) :8080/teas --data @tea.json", "sends a file"),
                ]
                : [
                    Example("teapot \(name) :8080/teas page==2", "requests /teas?page=2"),
                    Example(
                        "teapot \(name) https://api.example.com/teas -H 'Accept: text/csv' -o teas.csv", "writes a file"
                    ),
                ],
            statuses: [.noResponse, .clientError, .serverError, .noInput],
            run: { try await ClientCall(method, $0).run($1) })
    }

    private static let bodyOptions: [Option] = [
        .value("data", "d", "TEXT", "The body: text, @FILE, or - for standard input."),
        .flag("form", "f", "Send the fields as a form, not as JSON."),
    ]
}
