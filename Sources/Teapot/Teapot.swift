/// A thin `URLSession` client for building simple API clients.
public final class Teapot: Sendable {
}
