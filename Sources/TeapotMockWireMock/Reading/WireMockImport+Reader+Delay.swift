import Teapot
import TeapotMock
import TeapotMockDocuments

extension WireMockImport.Reader {
    /// Reads the delay of a stub's response.
    mutating func delay(_ members: inout WireMockImport.Members, of response: inout Response) -> WireMockImport.Delay {
        response.delay = (number(members.take("fixedDelayMilliseconds")) ?? 0) / 1000
        let random = members.take("delayDistribution").flatMap { distribution($0, of: &response) }
        if let node = members.take("chunkedDribbleDelay") { dribble(node, &response) }
        return WireMockImport.Delay(random, seed: seed)
    }

    /// Reads a distribution of delays; a fixed delay is part of the response's delay.
    private mutating func distribution(
        _ node: JSONNode, of response: inout Response
    ) -> WireMockImport.Delay.Distribution? {
        guard var members = members(node), let type = text(members.take("type")) else { return nil }
        if type != "fixed" { keepOutOfFolders(node, "its delay is random") }
        switch type {
        case "uniform":
            let (lower, upper) = (number(members.take("lower")), number(members.take("upper")))
            close(members, as: "part of a uniform delay")
            if let lower, let upper, lower <= upper { return .uniform(lower...upper) }
            refuse(node, "it needs a “lower” and an “upper” that is not smaller")
        case "lognormal":
            let (median, sigma) = (number(members.take("median")), number(members.take("sigma")))
            let most = number(members.take("maxValue"))
            close(members, as: "part of a lognormal delay")
            if let median, let sigma { return .logNormal(median: median, sigma: sigma, most: most) }
            refuse(node, "it needs a “median” and a “sigma”")
        case "fixed":
            let time = number(members.take("milliseconds"))
            close(members, as: "part of a fixed delay")
            if let time { response.delay += time / 1000 } else { refuse(node, "it needs “milliseconds”") }
            return nil
        default:
            refuse(node, "the distribution “\(type.shortened(to: 40))” is not supported")
        }
        return nil
    }

    /// Divides the body into a number of chunks sent over a period of time.
    private mutating func dribble(_ node: JSONNode, _ response: inout Response) {
        guard var members = members(node) else { return }
        let (count, time) = (whole(members.take("numberOfChunks")), number(members.take("totalDuration")))
        close(members, as: "part of a dribbled body")
        guard let count, let time, count > 0 else {
            return refuse(node, "it needs a “numberOfChunks” above zero and a “totalDuration”")
        }
        let length = response.body.count
        let most = max(1, min(count, length))
        let size = max(1, (length + most - 1) / most)
        let pieces = (length + size - 1) / size
        guard pieces > 1 else {
            response.delay += time / 1000
            return
        }
        let interval = time / 1000 / Double(pieces - 1)
        mock.pieces = (size, interval)
        response = response.dribbling(bytes: size, every: interval)
    }
}
