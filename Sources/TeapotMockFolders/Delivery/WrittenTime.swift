/// A time as written in files, such as `500 ms`.
enum WrittenTime {
    /// The expected format of a time, for problems.
    static let expectation = "a time of at most a day, such as “500 ms”, “2 s”, “1.5 min” or “1 h”"

    private static let units: [String: Double] = ["ms": 0.001, "s": 1, "min": 60, "h": 3600]
    private static let longest = 86_400.0

    /// Returns the written form of a time, in milliseconds.
    static func text(_ seconds: Double) -> String {
        let time = (min(seconds, longest) * 1_000_000).rounded() / 1000
        return time == time.rounded() ? "\(Int(time)) ms" : "\(time) ms"
    }

    /// Returns a time in seconds.
    ///
    /// - Parameter text: Digits, with or without a fraction, and a unit. White space is ignored.
    /// - Returns: The number of seconds, or `nil` if the text isn't a time.
    static func seconds(_ text: some StringProtocol) -> Double? {
        let text = String(text.filter { $0 != " " && $0 != "\t" })
        let number = text.prefix { $0.isASCII && $0.isNumber || $0 == "." }
        guard number.first != ".", number.last != ".", let amount = Double(number),
            let unit = units[String(text.dropFirst(number.count))]
        else { return nil }
        let seconds = amount * unit
        return seconds <= longest ? seconds : nil
    }
}
