/// A colour of the terminal's own palette, which suits dark and light.
enum Paint: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
}

extension Console.Stream {
    /// The text in a colour, if the stream has any.
    func paint(_ text: String, _ paint: Paint) -> String {
        isColored ? "\u{1B}[\(paint.rawValue)m\(text)\u{1B}[0m" : text
    }
}

extension Paint {
    /// The colour of a response's status.
    static func status(_ code: Int) -> Paint {
        switch code {
        case 200..<300: .green
        case 300..<400: .cyan
        case 400..<500: .yellow
        default: .red
        }
    }
}
