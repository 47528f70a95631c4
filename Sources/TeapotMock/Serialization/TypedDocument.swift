/// A value whose JSON has a media type of its own.
package protocol TypedDocument {
    /// The media type, such as `application/vnd.api+json`.
    var mediaType: String { get }
}

/// A value in whose place another is sent, such as a list of errors.
package protocol AnsweredByAnother {
    /// The value that is sent.
    var answer: any ResponseFieldsProvider { get }
}
