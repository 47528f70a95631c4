import TeapotMock
import TeapotMockDocuments
import TeapotMockOpenAPI

/// The form that a value in a document must have.
indirect enum DocumentForm: Sendable {
    /// Any value, or one that is checked when it's used.
    case any
    /// Text for people, so a number is fine.
    case text
    case string, truth, number
    /// A nonnegative whole number.
    case count
    /// One of several words, or a list of them.
    case word([String])
    case list(DocumentForm)
    case map(DocumentForm)
    /// An object of a kind, or a reference to one.
    case object(String)
    /// Nothing, since the value belongs in another member.
    case elsewhere(String)

    /// The members of each kind of object, with their forms.
    static let members: [String: [String: DocumentForm]] = {
        var all: [String: [String: DocumentForm]] = [:]
        for line in table.split(separator: "\n").map({ $0.split(separator: " ") }) {
            for member in line.dropFirst().map({ $0.split(separator: "=") }) {
                all[String(line[0]), default: [:]][String(member[0])] = DocumentForm(member.dropFirst().first ?? "text")
            }
        }
        let keywords = SchemaChecker.checked.union(SchemaChecker.describing).map { ($0, DocumentForm.any) }
        all["schema"]?.merge(keywords) { form, _ in form }
        return all
    }()

    /// A line for each kind: its members with their forms, which are text unless stated otherwise.
    private static let table = """
        document openapi=any info=info jsonSchemaDialect servers=[server] paths={item} webhooks={item} \
        components=components security=[{[text]}] tags=[any] externalDocs=any
        info title summary description termsOfService contact=any license=any version
        server url=string description name variables={any}
        components schemas={schema} responses={response} parameters={parameter} examples={example} \
        requestBodies={requestBody} headers={parameter} securitySchemes={scheme} links={link} callbacks={{item}} \
        pathItems={item} mediaTypes={media}
        item summary description get=operation put=operation post=operation delete=operation options=operation \
        head=operation patch=operation trace=operation query=operation additionalOperations={operation} \
        servers=[server] parameters=[parameter]
        operation tags=[text] summary description externalDocs=any operationId=string parameters=[parameter] \
        requestBody=requestBody responses={response} callbacks={{item}} deprecated=truth security=[{[text]}] \
        servers=[server]
        parameter name=any in=any description required=truth deprecated=truth allowEmptyValue=truth \
        style=form|simple|matrix|label|spaceDelimited|pipeDelimited|deepObject|cookie explode=truth \
        allowReserved=truth schema=schema example=any examples={example} content={media}
        requestBody description content={media} required=truth schema=@content
        media schema=schema itemSchema=schema example=any examples={example} encoding={any} prefixEncoding=[any] \
        itemEncoding=any
        response description summary headers={parameter} content={media} links={link} schema=@content \
        examples=@content
        example summary description value=any externalValue dataValue=any serializedValue
        link operationRef=string operationId=string parameters={any} requestBody=any description server=server
        scheme type=apiKey|http|mutualTLS|oauth2|openIdConnect description name=string in=query|header|cookie \
        scheme=string bearerFormat flows=any openIdConnectUrl oauth2MetadataUrl deprecated=truth
        schema title description type=array|boolean|integer|null|number|object|string pattern=string format=string \
        minimum=number maximum=number exclusiveMinimum=number exclusiveMaximum=number minLength=count maxLength=count \
        minItems=count maxItems=count minProperties=count maxProperties=count uniqueItems=truth readOnly=truth \
        writeOnly=truth nullable=truth deprecated=truth required=[string] properties={schema} \
        patternProperties={schema} dependentSchemas={schema} $defs={schema} items=schema additionalProperties=schema \
        propertyNames=schema contains=schema not=schema if=schema then=schema else=schema allOf=[schema] \
        anyOf=[schema] oneOf=[schema] prefixItems=[schema] discriminator=discriminator definitions={schema} \
        unevaluatedItems=schema unevaluatedProperties=schema contentSchema=schema
        discriminator propertyName=string mapping={text} defaultMapping
        """

    private init(_ text: Substring) {
        let words: [Substring: DocumentForm] = [
            "any": .any, "text": .text, "string": .string, "truth": .truth, "number": .number, "count": .count,
        ]
        let (inner, choices) = (text.dropFirst().dropLast(), text.split(separator: "|").map(String.init))
        switch text.first {
        case "[": self = .list(DocumentForm(inner))
        case "{": self = .map(DocumentForm(inner))
        case "@": self = .elsewhere(String(text.dropFirst()))
        default: self = choices.count > 1 ? .word(choices) : words[text] ?? .object(choices[0])
        }
    }

    /// Returns what a value must be, or `nil` if it has the form.
    func expected(of tree: JSONTree) -> String? {
        switch self {
        case .text where !tree.isScalar, .string where tree.text == nil: "a string"
        case .truth where tree.truth == nil: "true or false"
        case .number where tree.number == nil: "a number"
        case .count where tree.count == nil: "a nonnegative whole number"
        case .list where tree.elements == nil: "a list"
        case .object("schema") where tree.truth != nil: nil
        case .object("schema") where tree.members == nil: "a schema such as {type: string}"
        case .object("example") where tree.members == nil: "an object with “value”"
        case .object where tree.members == nil, .map where tree.members == nil: "an object"
        default: nil
        }
    }
}
