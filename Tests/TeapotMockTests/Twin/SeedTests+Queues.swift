import Teapot
import TeapotMock
import Testing

extension `The documentation's samples` {
    @Test func `Results come on the main queue by default`() async throws {
        let url = try #require(URL(string: "https://api.test"))
        let teapot = Teapot(baseURL: url)
        #expect(teapot.defaultDeliveryQueue?.label == DispatchQueue.main.label)
        let type: TeapotError.ErrorType? = await awaited { report in
            // The request is refused before it is sent, so no network is needed.
            teapot.get("..") { result in
                dispatchPrecondition(condition: .onQueue(.main))
                report(result.error?.type)
            }
        }
        #expect(type == .invalidRequestPath)
    }

    @Test func `A client is given another queue for all calls`() async throws {
        let url = try #require(URL(string: "https://api.test"))
        let key = DispatchSpecificKey<String>()
        let myBackgroundQueue = DispatchQueue(label: "background")
        myBackgroundQueue.setSpecific(key: key, value: "background")
        #expect(
            Teapot(baseURL: url, defaultDeliveryQueue: myBackgroundQueue).defaultDeliveryQueue === myBackgroundQueue
        )

        let teapot = MockTeapot(fixture: .json([:]), baseURL: url, defaultDeliveryQueue: myBackgroundQueue)
        let queue: String? = await awaited { report in
            teapot.get("/get") { _ in report(DispatchQueue.getSpecific(key: key)) }
        }
        #expect(queue == "background")
        let failed: String? = await awaited { report in
            teapot.get("..") { _ in report(DispatchQueue.getSpecific(key: key)) }
        }
        #expect(failed == "background")
    }

    @Test func `A call is given another queue just this once`() async {
        let teapot = MockTeapot(fixture: .json([:]), defaultDeliveryQueue: DispatchQueue(label: "background"))
        let arrived: Bool = await awaited { report in
            // This will call the results on the main queue, regardless of what default delivery queue is.
            teapot.get("/get", deliveryQueue: .main) { _ in
                dispatchPrecondition(condition: .onQueue(.main))
                report(true)
            }
        }
        #expect(arrived)
    }
}
