import TeapotMock

/// Checks dates and times according to RFC 3339 §5.6, because Foundation's formatters are too lenient.
enum Timestamp {
    static let isDate = check(date)
    static let isTime = check(time)
    static let isDateTime = check("(?:\(date))[Tt]\(time)")

    /// Each month has its days, and February one more in a leap year.
    private static let date =
        "[0-9]{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)"
        + "|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29"
    private static let time =
        #"(?:[01][0-9]|2[0-3]):[0-5][0-9]:(?:[0-5][0-9]|60)(?:\.[0-9]+)?"#
        + "(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])"

    private static func check(_ pattern: String) -> @Sendable (String) -> Bool {
        let expression = try? BoundedExpression("\\A(?:\(pattern))\\z")
        return { text in
            guard expression?.isFound(in: text) == true else { return false }
            // A leap second is the last second of a UTC day (§5.7).
            let time = text.split { $0 == "T" || $0 == "t" }.last ?? ""
            guard time.dropFirst(5).hasPrefix(":60") else { return true }
            let numbers = time.split { !$0.isNumber }.compactMap { Int($0) }
            let ahead = time.contains("+") ? -1 : time.contains("-") ? 1 : 0
            let offset = ahead * numbers.suffix(2).reduce(0) { $0 * 60 + $1 }
            return (numbers[0] * 60 + numbers[1] + offset + 1440) % 1440 == 1439
        }
    }
}
