import Teapot
let t = Teapot(baseURL: URL(string: CommandLine.arguments[1])!)
t.logger.level = .incomingAndOutgoingData
let any: any TeapotClient = t
do {
    print(try await any.get("x.json").json as Any)
    let v: [String: Int] = try await any.get("x.json"); print(v)
    do { _ = try await any.get("nope") } catch { print(error.type, error.responseStatus as Any, error) }
    do { _ = try await any.post("redir", parameters: ["a": 1, "b": "x"]) } catch { print(error.type, error) }
    do { _ = try await any.get("401") } catch { print(error.type, error.response as Any) }
    do { _ = try await any.get("slow", timeoutInterval: 0.3) } catch { print(error.type, error.underlyingError as Any) }
    do { _ = try await any.get("cut") } catch { print(error.type, error.underlyingError as Any) }
    do { _ = try await any.get("garbage") } catch { print(error.type, error.underlyingError as Any) }
    let task = Task { try await any.get("slow") }
    try await Task.sleep(nanoseconds: 50_000_000); task.cancel()
    do { _ = try await task.value } catch { print(error) }
    let h = any.get("x.json") { print("completion", $0) }
    print(type(of: h), h?.state.rawValue as Any)
    try await Task.sleep(nanoseconds: 100_000_000)
    print(h?.state.rawValue as Any)
    _ = try? await any.post("echo")
    _ = try? await any.delete("echo", parameters: ["a": [1, 2]])
    _ = try? await any.put("echo", parameters: .form(["a b": "c&d"]))
    _ = try? await any.head("x.json")
} catch { print("ERR", error) }
