import TeapotMock
import TeapotMockDocuments

// Keywords for strings.
extension SchemaChecker {
    mutating func strings(
        _ text: String, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        var found: [SchemaDifference] = []
        let value = JSONTree.string(text)
        if keywords["minLength"] != nil || keywords["maxLength"] != nil {
            // Characters are code points, as in RFC 8259.
            let length = text.unicodeScalars.count
            found += limits("Length", "character", length, of: value, keywords, schema, pointer)
        }
        if let pattern = keywords["pattern"] {
            if let expression = pattern.text {
                switch matches(text, expression, place("pattern", schema)) {
                case true?: break
                case false?:
                    let expected = "a string that matches \(expression)"
                    found.append(difference(pointer, place("pattern", schema), expected, value.found))
                case nil: leaveOut()
                }
            } else {
                noteMisused("pattern", pattern, schema)
            }
        }
        return found + formats(value, keywords, schema, pointer)
    }

    /// Returns whether a pattern matches anywhere in a text; if that's unknown, notes it and returns `nil`.
    ///
    /// A pattern that took too long once isn't tried again.
    mutating func matches(_ text: String, _ expression: String, _ place: Schema) -> Bool? {
        guard let pattern = patterns[expression] ?? SchemaPattern.expression(expression) else {
            note(place.pointer, "the pattern \(expression) can't be parsed")
            return nil
        }
        patterns[expression] = pattern
        if !slowPatterns.contains(expression), let isFound = pattern.isFound(in: text, &reports) { return isFound }
        slowPatterns.insert(expression)
        note(place.pointer, "the pattern \(expression) takes too much time or memory to match a string")
        return nil
    }

    /// Returns a difference if formats are constraints, and a string or a number doesn't have the required one.
    mutating func formats(
        _ value: JSONTree, _ keywords: [String: JSONTree], _ schema: Schema, _ pointer: JSONPointer
    ) -> [SchemaDifference] {
        guard assertsFormats, let format = keywords["format"] else { return [] }
        guard let name = format.text else {
            noteMisused("format", format, schema)
            return []
        }
        guard let known = SchemaFormat.named(name) else {
            leaveOut(place("format", schema).pointer, "the format “\(name)” is not known")
            return []
        }
        if known.accepts(value) { return [] }
        return [difference(pointer, place("format", schema), known.expected, value.found)]
    }
}
