import Teapot

/// `teapot`, on the command line.
@main
enum TeapotCLI {
    static func main() async {
        // A reader that goes away ends the work in order, not with a signal.
        signal(SIGPIPE, SIG_IGN)
        let status = await Tool(.system()).run(Array(CommandLine.arguments.dropFirst()))
        exit(status.code)
    }
}
