import Foundation
import Teapot
import TeapotMock
import TeapotMockDocuments
import TeapotMockFolders
import TeapotMockLive
import TeapotMockRecording

extension WireMockImport.Reader {
    /// Reads the response of a stub.
    mutating func handler(_ node: JSONNode) -> Route.Handler? {
        guard var members = members(node) else { return nil }
        mock.responseNode = node
        // WireMock writes this member for its own use.
        _ = members.take("fromConfiguredStub")
        unsupported(&members)
        transformers(&members)
        var response = Response(status: status(members.take("status")))
        response.headers = headers(members.take("headers"))
        let proxy = members.take("proxyBaseUrl")
        let bodies = ["body", "jsonBody", "base64Body", "bodyFileName"].compactMap { name in
            members.take(name).map { (name, $0) }
        }
        if bodies.count > 1 || bodies.count == 1 && proxy != nil {
            let names = bodies.map(\.0) + (proxy == nil ? [] : ["proxyBaseUrl"])
            let list = names.map { "“\($0)”" }.joined(separator: " and ")
            refuse(node, "it has \(list); use only one")
        } else if let (name, node) = bodies.first {
            response.body = body(name, node) ?? Data()
        }
        checkLength(of: &response, members.node)
        response.fault = fault(members.take("fault"))
        mock.response = response
        let delay = delay(&members, of: &response)
        mock.response.delay = response.delay
        checkMock(members.node)
        if let proxy { keepOutOfFolders(proxy, "it is answered by another server") }
        let passthrough = passthrough(proxy)
        close(members, as: "part of a response")
        guard let passthrough else { return delay.handler(of: response) }
        if response.fault != nil {
            refuse(node, "it has “proxyBaseUrl” and “fault”; use only one")
        }
        return delay.handler(of: passthrough, adding: response.headers, after: response.delay)
    }

    /// Notes the parts of the response that a mock in a folder can't have.
    private mutating func checkMock(_ node: JSONNode) {
        let fields = mock.response.headers
        if mock.response.delay > WireMockImport.MockForm.longestDelay {
            keepOutOfFolders(node, "its delay is longer than a day")
        }
        if fields["Content-Encoding"].map({ $0.lowercased() != "identity" }) ?? false {
            keepOutOfFolders(node, "its body has a Content-Encoding, and mocks have plain bodies")
        }
        if mock.pieces != nil, fields.mediaType == "text/event-stream" {
            keepOutOfFolders(node, "it sends events in pieces of bytes")
        }
        let headers = node.value.members?[exactly: "headers"].map { node.member("headers", $0) }
        for name in fields.namesLeftOutOfMocks {
            guard let headers, let value = headers.value.members?[exactly: name] else { continue }
            noteInFolders(headers.member(name, value), "mocks don't include this header")
        }
    }

    private mutating func status(_ node: JSONNode?) -> Teapot.StatusCode {
        guard let node, let code = whole(node) else { return .ok }
        if !(200...599 ~= code) { refuse(node, "the status \(code) is not from 200 to 599") }
        return Teapot.StatusCode(rawValue: code)
    }

    private mutating func headers(_ node: JSONNode?) -> Teapot.HeaderFields {
        var headers: Teapot.HeaderFields = [:]
        for (name, node) in members(node)?.all ?? [] {
            var nodes = [node]
            if case .list = node.value { nodes = elements(node) ?? [] }
            if !name.isToken { refuse(node, "“\(name.shortened(to: 60))” can't be the name of a header") }
            for node in nodes {
                guard let value = text(node) else { continue }
                if value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) {
                    refuse(node, "a header's value can't contain control characters")
                }
                if templating != nil { checkIsNoTemplate(value, node) }
                headers.append(name: name, value: value)
            }
        }
        return headers
    }

    private mutating func body(_ name: String, _ node: JSONNode) -> Data? {
        switch name {
        case "body":
            guard let text = text(node) else { return nil }
            checkIsNoTemplate(text, node)
            return Data(text.utf8)
        case "jsonBody":
            let text = node.value.json
            checkIsNoTemplate(text, node)
            return Data(text.utf8)
        case "base64Body":
            guard let text = text(node) else { return nil }
            if let data = Data(base64Encoded: text) { return data }
            refuse(node, "it is not Base64")
            return nil
        default:
            guard let path = text(node) else { return nil }
            if templating != nil { checkIsNoTemplate(path, node) }
            if isRefused { return nil }
            do throws(WireMockImport.Root.Refusal) {
                let data = try context.root.contents(of: path, in: "__files")
                if templating != nil { checkIsNoTemplate(String(decoding: data, as: UTF8.self), node) }
                return data
            } catch {
                refuse(node, error.reason)
                return nil
            }
        }
    }

    /// Notes a text that contains template expressions; the stub is omitted if WireMock would fill them in.
    private mutating func checkIsNoTemplate(_ text: String, _ node: JSONNode) {
        guard !isRefused, text.contains("{{") else { return }
        if let templating {
            refuse(templating, "the transformer “response-template” is not supported; write a route with a handler")
        } else {
            note(node, "it looks like a template, but is sent unchanged: response templating is not supported")
        }
    }

    /// Notes a recorded `Content-Length` that isn't the length of the recorded body.
    private mutating func checkLength(of response: inout Response, _ node: JSONNode) {
        guard let told = response.headers["Content-Length"], !response.body.isEmpty,
            told != String(response.body.count)
        else { return }
        response.headers["Content-Length"] = nil
        let count = String(counting: response.body.count, "byte")
        note(node, "its Content-Length is “\(told.shortened(to: 20))”, but the body has \(count)")
    }

    /// Notes or rejects unsupported WireMock features.
    private mutating func unsupported(_ members: inout WireMockImport.Members) {
        if let node = members.take("statusMessage") {
            note(node, "the reason phrase is always that of the status (RFC 9112 §4)")
        }
        for name in ["additionalProxyRequestHeaders", "removeProxyRequestHeaders", "proxyUrlPrefixToRemove"] {
            if let node = members.takeUnlessEmpty(name) { refuse(node, "requests are passed on unchanged") }
        }
    }

    /// Reads the response's transformers; only the template transformer may be ignored, if it has no effect.
    private mutating func transformers(_ members: inout WireMockImport.Members) {
        let node = members.take("transformers")
        let parameters = members.takeUnlessEmpty("transformerParameters")
        let names = (elements(node) ?? []).compactMap { text($0) }
        let others = names.filter { $0 != "response-template" }
        if let node, !others.isEmpty {
            let list = others.map { "“\($0.shortened(to: 40))”" }.joined(separator: " and ")
            refuse(node, "the transformer \(list) is not supported; write a route with a handler")
        }
        if others.count < names.count { templating = node }
        if let parameters, templating == nil { note(parameters, "transformers are not supported") }
    }

    private mutating func fault(_ node: JSONNode?) -> Response.Fault? {
        guard let node, let name = text(node) else { return nil }
        switch name {
        case "EMPTY_RESPONSE": return .empty
        case "CONNECTION_RESET_BY_PEER": return .reset
        case "MALFORMED_RESPONSE_CHUNK": return .malformedChunk(after: 0)
        case "RANDOM_DATA_THEN_CLOSE": return .garbage
        default:
            refuse(node, "the fault “\(name.shortened(to: 60))” is not supported")
            return nil
        }
    }

    private mutating func passthrough(_ node: JSONNode?) -> Passthrough? {
        guard let node, let text = text(node) else { return nil }
        if templating != nil { checkIsNoTemplate(text, node) }
        if isRefused { return nil }
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host?.isEmpty == false
        else {
            refuse(node, "“\(text.shortened(to: 80))” is not an http or https URL with a host")
            return nil
        }
        return context.passthrough(to: url)
    }
}
