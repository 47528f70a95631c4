extension JSON.JSONDecoderImpl {
    /// A last key of a coding path, and the keys before it.
    final class Path {
        fileprivate let parent: Path?
        fileprivate let key: any CodingKey

        init(_ parent: Path?, _ key: any CodingKey) {
            self.parent = parent
            self.key = key
        }
    }

    /// A key of a coding path for which no type has its own, with the name and the texts of Foundation's.
    struct _CodingKey: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
        init(index: Int) { (stringValue, intValue) = ("Index \(index)", index) }
    }
}

extension JSON.JSONDecoderImpl.Path? {
    /// The coding path.
    var keys: [any CodingKey] { map { $0.parent.keys + [$0.key] } ?? [] }
}
