import Teapot
import TeapotMock
import TeapotTestTraits
import Testing

@Suite(.inTurn) struct `A status code` {
    @Test func `every name has its number`() {
        let names: [(Teapot.StatusCode, Int)] = [
            (.ok, 200), (.created, 201), (.accepted, 202), (.noContent, 204), (.partialContent, 206),
            (.movedPermanently, 301), (.found, 302), (.seeOther, 303), (.notModified, 304), (.temporaryRedirect, 307),
            (.permanentRedirect, 308), (.badRequest, 400), (.unauthorized, 401), (.paymentRequired, 402),
            (.forbidden, 403), (.notFound, 404), (.methodNotAllowed, 405), (.requestTimeout, 408), (.conflict, 409),
            (.gone, 410), (.contentTooLarge, 413), (.imATeapot, 418), (.unprocessableContent, 422), (.tooEarly, 425),
            (.tooManyRequests, 429), (.internalServerError, 500), (.notImplemented, 501), (.badGateway, 502),
            (.serviceUnavailable, 503), (.gatewayTimeout, 504),
        ]
        for (status, number) in names { #expect(status.rawValue == number) }
        #expect(Set(names.map(\.0)).count == names.count)
    }

    @Test func `a number can replace a name`() {
        let status: Teapot.StatusCode = 401
        #expect(status == .unauthorized)
        #expect(Teapot.StatusCode.unprocessableEntity == .unprocessableContent)
        #expect(Teapot.StatusCode(rawValue: 299).isSuccess)
        #expect(Teapot.StatusCode.ok.isSuccess)
        #expect(!Teapot.StatusCode(rawValue: 199).isSuccess)
        #expect(!Teapot.StatusCode(rawValue: 300).isSuccess)
    }
}
