import Foundation
import Teapot
public import TeapotMock

extension MockFolder.Mock {
    /// Returns the response of the mock, read from its file at this moment.
    ///
    /// - Returns: A response with the status and delay of the file's name, the file as the body, and the media type of
    ///   its extension. The header fields beside the file take precedence.
    /// - Throws: A problem if the file can't be read, is not valid JSON despite a name that says so, or has invalid
    ///   header fields.
    public func response() throws(MockFolder.Problem) -> Response { try response(isValid: false) }

    /// Returns the response of the mock.
    ///
    /// - Parameter isValid: A Boolean value that indicates whether the file is known to be valid.
    /// - Returns: The response.
    /// - Throws: A problem with the files.
    func response(isValid: Bool) throws(MockFolder.Problem) -> Response {
        if let conditionProblem { throw conditionProblem }
        // Read before the bytes: if the file is replaced in between, its next version has another entity tag.
        let validators = Response.Validators(ofFile: url.path)
        let body = try read(url, at: path)
        let contentType = MediaType.named(path)
        // An empty file is a response without a body, not malformed JSON.
        if contentType == "application/json", !body.isEmpty, !isValid {
            do throws(JSON.ParsingError) { _ = try JSON.value(parsing: body) } catch {
                throw MockFolder.Problem(path, error)
            }
        }
        var headerFields = try headerFields()
        if headerFields["Content-Type"] == nil, status.mayHaveContent, !body.isEmpty {
            headerFields.append(name: "Content-Type", value: contentType)
        }
        var response = Response(
            status: status, headerFields: headerFields, body: status.mayHaveContent ? body : Data(), delay: delay)
        response.validators = validators
        return response
    }

    private func headerFields() throws(MockFolder.Problem) -> Teapot.HeaderFields {
        guard let headersURL else { return [:] }
        let file = String(path.dropLast(url.lastPathComponent.count)) + headersURL.lastPathComponent
        let text = try read(headersURL, at: file)
        let value: any Sendable
        do throws(JSON.ParsingError) { value = try JSON.value(parsing: text) } catch {
            throw MockFolder.Problem(file, error)
        }
        guard let members = value as? [String: any Sendable] else {
            throw MockFolder.Problem(file, #"expected an object of header fields: {"ETag": "\"1\""}"#)
        }
        var fields: Teapot.HeaderFields = [:]
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            guard let values = value as? [any Sendable] ?? [value] as [any Sendable]?,
                let texts = values as? [String]
            else {
                throw MockFolder.Problem(file, "“\(name)” must be a string, or a list of strings")
            }
            for text in texts {
                let field = Teapot.HeaderFields.Field(name: name, value: text)
                if let flaw = field.flaw { throw MockFolder.Problem(file, flaw) }
                fields.append(name: name, value: text)
            }
        }
        return fields
    }

    private func read(_ url: URL, at path: String) throws(MockFolder.Problem) -> Data {
        // The item may have changed since the folder was listed.
        let root = url.path.dropLast(path.count)
        switch FileKind(url.path, inside: root.count > 1 ? String(root.dropLast()) : String(root)) {
        case .file: break
        case .gone: throw MockFolder.Problem(path, "the file no longer exists")
        case .directory: throw MockFolder.Problem(path, "it is a directory now")
        case .refused(let reason): throw MockFolder.Problem(path, reason)
        }
        guard let data = FileManager.default.contents(atPath: url.path) else {
            throw MockFolder.Problem(path, "it can't be read")
        }
        return data
    }
}
