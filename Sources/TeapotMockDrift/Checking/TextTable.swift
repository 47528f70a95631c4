/// A formatter for tables of text.
package enum TextTable {
    /// Returns the lines of a table, with each column as wide as its longest word.
    ///
    /// - Parameters:
    ///   - titles: The words of the first line.
    ///   - rows: The words of the other lines, with the same number of columns.
    /// - Returns: The lines, without trailing spaces.
    package static func lines(_ titles: [String], _ rows: [[String]]) -> [String] {
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
        return all.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.count)) }
            return (cells.dropLast() + row.suffix(1)).joined(separator: "  ")
        }
    }
}
