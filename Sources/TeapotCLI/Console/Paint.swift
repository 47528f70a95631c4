/// A color or style of the terminal's own palette, for dark and light backgrounds.
enum Paint: String {
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case magenta = "35"
    case cyan = "36"
}

extension Console.Stream {
    /// Returns a text in a color, if the stream is colored.
    func paint(_ text: String, _ paint: Paint) -> String {
        isColored ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Paint {
    /// Returns the color of a response's status.
    static func status(_ code: Int) -> Paint {
        switch code {
        case 200..<300: .green
        case 300..<400: .cyan
        case 400..<500: .yellow
        default: .red
        }
    }
}
