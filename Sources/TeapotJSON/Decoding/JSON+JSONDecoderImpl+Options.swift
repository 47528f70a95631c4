import Foundation

extension JSON.JSONDecoderImpl {
    /// The strategies of a `JSONDecoder` and its `userInfo`.
    struct Options {
        let dates: JSONDecoder.DateDecodingStrategy
        let data: JSONDecoder.DataDecodingStrategy
        let floats: JSONDecoder.NonConformingFloatDecodingStrategy
        let keys: JSONDecoder.KeyDecodingStrategy
        let convertsFromSnakeCase: Bool
        let hasDefaultKeys: Bool
        let userInfo: [CodingUserInfoKey: Any]
    }
}

#if canImport(FoundationNetworking)
    extension JSON.JSONDecoderImpl.Options {
        /// Reads the options of a decoder, and returns `nil` for one that only Foundation can stand in for.
        init?(_ decoder: JSONDecoder) {
            guard type(of: decoder) == JSONDecoder.self, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary else {
                return nil
            }
            dates = decoder.dateDecodingStrategy
            data = decoder.dataDecodingStrategy
            floats = decoder.nonConformingFloatDecodingStrategy
            keys = decoder.keyDecodingStrategy
            userInfo = decoder.userInfo
            switch dates {
            case .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom: break
            @unknown default: return nil
            }
            switch data {
            case .deferredToData, .base64, .custom: break
            @unknown default: return nil
            }
            switch floats {
            case .throw, .convertFromString: break
            @unknown default: return nil
            }
            switch keys {
            case .useDefaultKeys: (convertsFromSnakeCase, hasDefaultKeys) = (false, true)
            case .convertFromSnakeCase: (convertsFromSnakeCase, hasDefaultKeys) = (true, false)
            case .custom: (convertsFromSnakeCase, hasDefaultKeys) = (false, false)
            @unknown default: return nil
            }
        }
    }
#else
    extension JSON.JSONDecoderImpl.Options {
        // On Apple platforms, Foundation's decoder differs by the version of the system, and ours was not compared with
        // it.
        init?(_ decoder: JSONDecoder) { nil }
    }
#endif
