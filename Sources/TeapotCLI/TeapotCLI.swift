import Foundation

/// The command-line tool `teapot`.
@main
enum TeapotCLI {
    static func main() async {
        // If the reader of the output closes it, the program ends normally instead of from a signal.
        signal(SIGPIPE, SIG_IGN)
        let status = await Tool(.system()).run(Array(CommandLine.arguments.dropFirst()))
        exit(status.code)
    }
}
