/// A value whose JSON has its own media type.
package protocol TypedDocument {
    /// The media type, such as `application/vnd.api+json`.
    var mediaType: String { get }
}

/// A value that is replaced with another when it's sent, such as a list of errors.
package protocol AnsweredByAnother {
    /// The value to send.
    var answer: any ResponseFieldsProvider { get }
}
