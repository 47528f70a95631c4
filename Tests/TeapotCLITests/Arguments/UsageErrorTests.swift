import Foundation
import Teapot
import Testing

extension ProgramSuites {
    @Suite struct `Calling the program` {
        @Test(
            arguments: [
                ("gett", "unknown command “gett”; did you mean “get”? Run “teapot --help”."),
                ("version", "unknown command “version”; did you mean “--version”? Run “teapot --help”."),
                (
                    "openapi.yaml",
                    "unknown command “openapi.yaml”; did you mean “teapot serve openapi.yaml”? Run “teapot --help”."
                ),
                ("/tmp serve", "unknown command “/tmp”; did you mean “teapot serve /tmp”? Run “teapot --help”."),
                ("juggle", "unknown command “juggle”. Run “teapot --help”."),
                (
                    "--port 1 serve",
                    "unknown option “--port”; options follow a command, as in “teapot serve --port 9000”. "
                        + "Run “teapot --help”."
                ),
                (
                    "check openapi.yaml Mocks",
                    "“teapot check” takes one PATH, as in “teapot check Mocks --openapi openapi.yaml”; "
                        + "what is “Mocks” for? Run “teapot check --help”."
                ),
                (
                    "record Mocks http://a.test",
                    "“teapot record” takes one URL, as in “teapot record https://api.example.com/v1 --into Shop/Mocks”; "
                        + "what is “http://a.test” for? Run “teapot record --help”."
                ),
                ("--versoin", "unknown option “--versoin”; did you mean “--version”? Run “teapot --help”."),
                (
                    "http://x/y",
                    "unknown command “http://x/y”; did you mean “teapot get http://x/y”? Run “teapot --help”."
                ),
                ("help gett", "unknown command “gett”; did you mean “get”? Run “teapot --help”."),
                (
                    "help foo",
                    "unknown command “foo”; topics: mocks, openapi, scenarios, wiremock. Run “teapot --help”."
                ),
                ("help mokcs", "unknown command “mokcs”; did you mean “teapot help mocks”? Run “teapot --help”."),
                ("scenario", "unknown command “scenario”; did you mean “teapot help scenarios”? Run “teapot --help”."),
                (
                    "serve --prot 1",
                    "unknown option “--prot” for “teapot serve”; did you mean “--port”? Run “teapot serve --help”."
                ),
                ("serve --zebra", "unknown option “--zebra” for “teapot serve”. Run “teapot serve --help”."),
                (
                    "check a --port 1",
                    "unknown option “--port” for “teapot check”; “teapot serve” has it. Run “teapot check --help”."
                ),
                ("serve -z", "unknown option “-z” for “teapot serve”. Run “teapot serve --help”."),
                (
                    "serve -hold",
                    "unknown option “-hold” for “teapot serve”; did you mean “--hold”? Run “teapot serve --help”."
                ),
                ("serve --port", "“teapot serve --port” requires a value: --port N. Run “teapot serve --help”."),
                (
                    "serve --port --hold",
                    "“teapot serve --port” requires a value: --port N. Run “teapot serve --help”."
                ),
                ("serve -p", "“teapot serve -p” requires a value: -p N. Run “teapot serve --help”."),
                ("serve --hold=yes", "“teapot serve --hold” takes no value. Run “teapot serve --help”."),
                (
                    "serve -p 1 --port=2",
                    "“--port” appears more than once in “teapot serve”; use it once. Run “teapot serve --help”."
                ),
                (
                    "serve a b",
                    "“teapot serve” takes one PATH, as in “teapot serve Mocks --port 9000 --live https://api.test”; "
                        + "what is “b” for? Run “teapot serve --help”."
                ),
                ("serve --cors *", "for every origin, write “--cors” alone. Run “teapot serve --help”."),
                ("serve --cors * Mocks", "for every origin, write “--cors” alone. Run “teapot serve --help”."),
                (
                    "serve --port 65536",
                    "“65536” is not a port for “--port”; use a number from 1 to 65535, or 0 for any free port. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "serve --latency soon",
                    "“soon” is not a time for “--latency”; use seconds or milliseconds, such as 2, 0.5 or 200ms. Run “teapot serve --help”."
                ),
                (
                    "serve --network 4g",
                    "“4g” is not a value for “--network”; use edge, 3g, lte, wifi, lossy or offline. Did you mean “lte”?"
                        + " Run “teapot serve --help”."
                ),
                (
                    "serve --speed fast",
                    "“fast” is not a speed for “--speed”; use a factor such as 4 or 0.5, or max. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "serve --live ftp://x",
                    "“ftp://x” is not a URL for “--live”, because it begins with neither http:// nor https://; use one such as https://api.example.com/v1. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "serve --live foo",
                    "“foo” is not a URL for “--live”; use one such as https://api.example.com/v1. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "serve --allow-host http://tea.local:8080",
                    "“http://tea.local:8080” is not a host for “--allow-host”; use a name such as tea.local, or "
                        + "tea.local:8080. Run “teapot serve --help”."
                ),
                (
                    "serve --live :1 --allow-host *",
                    "“*” is not a host for “--allow-host”; use a name such as tea.local, or tea.local:8080. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "serve --hold --no-inspector",
                    "“--hold” requires the inspector. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "serve --scenario soldOt --port 0",
                    "there is no scenario called “soldOt”. Did you mean “soldOut”? Run “teapot serve --help”."
                ),
                ("get", "“teapot get” requires a URL, as in “teapot get :8080/teas page==2”. Run “teapot get --help”."),
                (
                    "delete",
                    "“teapot delete” requires a URL, as in “teapot delete :8080/teas/7”. Run “teapot delete --help”."
                ),
                (
                    "put",
                    "“teapot put” requires a URL, as in “teapot put :8080/teas name=Assam cups:=2”. "
                        + "Run “teapot put --help”."
                ),
                (
                    "post name=A :18301/products",
                    "“:18301/products” is not a field: the URL comes first, before “name=A”. Run “teapot post --help”."
                ),
                (
                    "get page==2 http://a.test",
                    "“http://a.test” is not a field: the URL comes first, before “page==2”. Run “teapot get --help”."
                ),
                (
                    "get 18301/products",
                    "“18301/products” is not a URL, because a port needs a colon, as in “:18301/products”; use one such as "
                        + "http://localhost:8080/teas. Run “teapot get --help”."
                ),
                (
                    "serve --cors=example.com",
                    "“example.com” is not an origin for “--cors”; write --cors=http://example.com, or “--cors” alone for "
                        + "every origin. Run “teapot serve --help”."
                ),
                (
                    "serve Shop --cors example.com",
                    "the value of “--cors” follows an equals sign: write --cors=http://example.com. "
                        + "Run “teapot serve --help”."
                ),
                (
                    "record :1 --har new.har --keep token",
                    "“token” isn't a place: use --no-redact, or 'GET /teas request query token'. Run “teapot record --help”."
                ),
                (
                    "get :1 --color sometimes",
                    "“sometimes” is not a value for “--color”; use auto, always or never. Run “teapot get --help”."
                ),
                (
                    "get :1 --color nevr",
                    "“nevr” is not a value for “--color”; use auto, always or never. Did you mean “never”? "
                        + "Run “teapot get --help”."
                ),
                (
                    "get ftp://x",
                    "“ftp://x” is not a URL, because it begins with neither http:// nor https://; use one such as http://localhost:8080/teas. Run “teapot get --help”."
                ),
                (
                    "get :1 -t 0",
                    "“0” is not a time above 0 for “--timeout”; use seconds or milliseconds, such as 2, 0.5 or 200ms. Run “teapot get --help”."
                ),
                (
                    "get :99999",
                    "“:99999” is not a URL, because “99999” is not a port from 1 to 65535; use one such as "
                        + "http://localhost:8080/teas. Run “teapot get --help”."
                ),
                (
                    "serve --live http://a.test:65536/v1",
                    "“http://a.test:65536/v1” is not a URL for “--live”, because “65536” is not a port from 1 to 65535; "
                        + "use one such as https://api.example.com/v1. Run “teapot serve --help”."
                ),
                (
                    "get :1 --json {}",
                    "unknown option “--json” for “teapot get”; use “teapot post URL name=text”, or --data with JSON. "
                        + "Run “teapot get --help”."
                ),
                (
                    "get :1 -k",
                    "unknown option “-k” for “teapot get”; leave it out, because certificates are always checked. "
                        + "Run “teapot get --help”."
                ),
                (
                    "post :1 -d a=1 -d b=2",
                    "“-d” appears more than once in “teapot post”; write --data 'a=1&b=2', or --form a=1 b=2. "
                        + "Run “teapot post --help”."
                ),
                ("get :1 -H x", "“x” is not a header; write -H 'Name: value'. Run “teapot get --help”."),
                (
                    "get :1 -u ada",
                    "“--user” requires NAME:PASSWORD; there is no prompt for the password. Run “teapot get --help”."
                ),
                (
                    "get http://ada@localhost:1",
                    "the URL requires NAME:PASSWORD; there is no prompt for the password. Run “teapot get --help”."
                ),
                (
                    "post :1 name",
                    "“name” is not a field: write name=text, name:=JSON, or name==text for the query. "
                        + "Run “teapot post --help”."
                ),
                (
                    "post :1 {\"a\":1}",
                    "“{\"a\":1}” is not a field. For the body, write --data '{\"a\":1}'. Run “teapot post --help”."
                ),
                (
                    "post :1 {\"a\":\"b=c\"}",
                    "“{\"a\":\"b=c\"}” is not a field. For the body, write --data '{\"a\":\"b=c\"}'. "
                        + "Run “teapot post --help”."
                ),
                (
                    "put :1 @tea.json",
                    "“@tea.json” is not a field. For the body, write --data '@tea.json'. Run “teapot put --help”."
                ),
                (
                    "post :1 Accept:text",
                    "“Accept:text” is not a field: write name=text, name:=JSON, or name==text for the query. "
                        + "To send a header, use -H 'Name: value'. Run “teapot post --help”."
                ),
                (
                    "post :1 a:=x",
                    "“a:=x” isn't valid JSON: line 1, column 1: expected a value but found \"x\". For text, write “a=x”. "
                        + "Run “teapot post --help”."
                ),
                (
                    "post :1 a=1 a=2",
                    "“a” appears twice; for a list, write a:='[1, 2]'. Run “teapot post --help”."
                ),
                (
                    "post :1 -f a:=null",
                    "“a” is an object or null; only a JSON body can contain those. Run “teapot post --help”."
                ),
                (
                    "post :1 a=1 --data x",
                    "“--data” is the whole body; fields and “--form” can't be combined with it. "
                        + "Run “teapot post --help”."
                ),
                (
                    "get :1 -X POST",
                    "unknown option “-X” for “teapot get”; use the method's command, as in “teapot post URL”. "
                        + "Run “teapot get --help”."
                ),
                (
                    "get :1 --request=PUT",
                    "unknown option “--request” for “teapot get”; use the method's command, as in “teapot post URL”. "
                        + "Run “teapot get --help”."
                ),
                (
                    "get -sS :1",
                    "unknown option “-s” for “teapot get”; leave it out, because a pipe or a file gets only the body. "
                        + "Run “teapot get --help”."
                ),
                (
                    "get --fail :1",
                    "unknown option “--fail” for “teapot get”; leave it out, because the exit status always shows a "
                        + "failure. Run “teapot get --help”."
                ),
                ("get :1 -d x", "unknown option “-d” for “teapot get”; “teapot post” has it. Run “teapot get --help”."),
                (
                    "get :1 --data x",
                    "unknown option “--data” for “teapot get”; “teapot post” has it. Run “teapot get --help”."
                ),
            ])
        func `a usage error is one line that names the help page`(words: String, message: String) async throws {
            let run = try await Built.run(words.split(separator: " ").map(String.init))
            #expect(run.errors == "teapot: \(message)\n")
            #expect(run.output == "")
            #expect(run.status == 64)
        }

        @Test func `running without a command prints the overview as an error`() async throws {
            let run = try await Built.run([])
            #expect(run.errors.hasPrefix("usage: teapot COMMAND [options] …\n"))
            #expect(run.output == "")
            #expect(run.status == 64)
        }

        @Test(arguments: [["help", "serve"], ["serve", "--help"], ["serve", "-h"], ["serve", "a", "b", "--help"]])
        func `each way to ask for a command's page prints it`(words: [String]) async throws {
            let run = try await Built.run(words)
            #expect(run.output.hasPrefix("usage: teapot serve [options] [PATH]\n"))
            #expect(run.errors == "")
            #expect(run.status == 0)
        }

        @Test(arguments: [["help"], ["--help"], ["-h"]])
        func `each way to ask for the overview prints it`(words: [String]) async throws {
            let run = try await Built.run(words)
            #expect(run.output.hasPrefix("usage: teapot COMMAND [options] …\n"))
            #expect(run.status == 0)
        }

        @Test func `the version is the same as the package's`() async throws {
            let run = try await Built.run(["--version"])
            #expect(run.output == "teapot 3.0.0-dev\n")
            #expect(run.status == 0)
        }

        @Test(.enabled(if: hasFullDevice, "there is no /dev/full"))
        func `output that can't be written is an error`() async throws {
            let program = try #require(Built.teapot)
            let run = try await Built.run(["-c", "exec \(program) --version >/dev/full"], program: "/bin/sh")
            #expect(run.errors == "teapot: the output can't be written: No space left on device.\n")
            #expect(run.status == 73)
        }

        @Test func `a reader that leaves early isn't reported as an error`() async throws {
            let program = try #require(Built.teapot)
            let run = try await Built.run(
                ["-c", "{ sleep 0.1; \(program) --help; echo $? >&2; } | true"], program: "/bin/sh")
            #expect(run.errors == "141\n")
        }

        private static var hasFullDevice: Bool { access("/dev/full", W_OK) == 0 }
    }
}
