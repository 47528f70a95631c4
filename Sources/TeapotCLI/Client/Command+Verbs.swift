import Teapot

extension Command {
    /// The commands that send requests, one for each method.
    static let verbs: [Command] = [
        verb(.get, "reads what is at a URL", fields: "become items of the query"),
        verb(.post, "hands a URL something to process"),
        verb(.put, "replaces what is at a URL"),
        verb(.patch, "changes a part of what is at a URL"),
        verb(.delete, "removes what is at a URL"),
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
                Sends a \(method) request, and prints the body of the response: on a terminal JSON is laid out and \
                coloured, and what a terminal would obey is written out; a pipe or a file gets the bytes as they are.
                """,
            parameters: [
                Parameter(name: "URL", help: "Where to; “:8080/x” is short for http://localhost:8080/x."),
                Parameter(
                    name: "FIELD",
                    help: "name=text, name:=JSON or name==text. The first two \(fields); the last is for the query.",
                    isOptional: true, isRepeated: true),
            ],
            options: [
                .values("header", "H", "'NAME: VALUE'", "A header field; may be repeated."),
                .value("user", "u", "NAME:PASSWORD", "Basic credentials. Nobody is asked for a password."),
            ] + (hasBody ? bodyOptions : []) + [
                .flag("follow", "L", "Follow redirects, without credentials to another origin."),
                .value("timeout", "t", "S", "How many seconds to wait for anything to arrive; 60 unless given."),
                .flag("include", "i", "Print the response's status and header fields before its body."),
                .flag("verbose", "v", "Tell what goes out and comes in, secrets shortened, on standard error."),
                .value("output", "o", "FILE", "Write the body to a file."),
                .flag("no-fail", nil, "End with 0 whatever the response's status is."),
                .flag("fail-with-body", nil, "End by the status and print the body: what is done anyway."),
            ],
            examples: hasBody
                ? [
                    Example("teapot \(name) :8080/teas name=Assam cups:=2", "sends {\"cups\":2,\"name\":\"Assam\"}"),
                    Example("teapot \(name) :8080/teas --data @tea.json", "sends a file"),
                ]
                : [
                    Example("teapot \(name) :8080/teas page==2", "asks for /teas?page=2"),
                    Example(
                        "teapot \(name) https://api.example.com/teas -H 'Accept: text/csv' -o teas.csv", "writes a file"
                    ),
                ],
            statuses: [.noResponse, .clientError, .serverError, .noInput],
            run: { try await ClientCall(method, $0).run($1) })
    }

    private static let bodyOptions: [Option] = [
        .value("data", "d", "TEXT", "The body: a text, @FILE, or - for what comes in."),
        .flag("form", "f", "Send the fields as a form, not as JSON."),
    ]
}
