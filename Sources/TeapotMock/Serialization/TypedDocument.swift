/// A value whose JSON has its own media type, such as `application/vnd.api+json`.
package protocol TypedDocument { var mediaType: String { get } }

/// A value that is replaced with another, the `answer`, when it's sent, such as a list of errors.
package protocol AnsweredByAnother { var answer: any ResponseFieldsProvider { get } }
