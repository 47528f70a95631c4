public import Foundation
public import Teapot
public import TeapotMock
import TeapotMockDocuments

extension JSON {
    /// Finds what an app loses when a server changes one thing in this response.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes the response as.
    ///   - decoder: The decoder that the app uses.
    /// - Returns: The report.
    public func fragility<Value: Decodable>(
        of type: Value.Type, decoder: JSONDecoder = JSONDecoder()
    ) -> Fragility {
        do { return Fragility(of: type, in: try data(.sortedKeys), decoder) } catch {
            return Fragility(problems: ["the value, because it can't be written: \(error)"])
        }
    }
}

extension Response {
    /// Finds what an app loses when a server changes one thing in this response, such as one from a HAR file.
    ///
    /// - Parameters:
    ///   - type: The type that the app decodes the response as.
    ///   - decoder: The decoder that the app uses.
    /// - Returns: The report. A response isn't examined if its body is a file, a stream or not JSON.
    public func fragility<Value: Decodable>(
        of type: Value.Type, decoder: JSONDecoder = JSONDecoder()
    ) -> Fragility {
        guard case .data(let body) = content else {
            return Fragility(problems: ["the response, because its body is not in memory"])
        }
        return Fragility(of: type, in: body, decoder)
    }
}

extension Fragility {
    /// Creates a report about a body.
    init<Value: Decodable>(
        of type: Value.Type, in body: Data, file: String = "", _ decoder: JSONDecoder, limit: Int = 100_000_000,
        allowing isAllowed: @escaping (Data) -> Bool = { _ in true }
    ) {
        let name = file.isEmpty ? "the value" : file
        guard body.count <= 10_000_000 else {
            problems.append("\(name), because it is larger than 10 MB")
            return
        }
        let tree: JSONTree
        do throws(JSON.ParsingError) { tree = try JSONTree(parsingDeep: body) } catch {
            problems.append("\(name), because it isn't JSON: \(error)")
            return
        }
        do {
            var test = try FragilityTest(
                of: type, in: body, file: file, decoder, limit: limit, allowing: isAllowed)
            test.run()
            self = test.report
            if !file.isEmpty { files = [file] }
        } catch {
            problems.append(
                "\(name), because it can't be decoded as \(type) even unchanged: "
                    + "\(DecodingFailure(error, in: tree).sentence); if the app's decoder has other settings, such as a "
                    + "`dateDecodingStrategy`, pass it as `decoder:`")
        }
    }

    /// Adds the findings of another report.
    mutating func add(_ other: Fragility) {
        findings += other.findings
        files += other.files
        read.formUnion(other.read)
        unread = (unread + other.unread.filter { !unread.contains($0) }).filter { !read.contains($0) }
        changeCount += other.changeCount
        remarks += other.remarks
        blank += other.blank
        shown.formUnion(other.shown)
        problems += other.problems
    }
}
