import Foundation

extension URLError {
    /// Whether the same request may succeed if it's sent again a little later.
    ///
    /// Codes that aren't listed here aren't retried.
    ///
    /// | Code | Retry? | Reason |
    /// |---|---|---|
    /// | -1 `unknown` | yes | On Linux, an interrupted connection; see below for the exceptions. |
    /// | -995 `backgroundSessionRequiresSharedContainer` | no | The session's configuration is wrong. |
    /// | -996 `backgroundSessionInUseByAnotherProcess` | yes | The other process may release the session. |
    /// | -997 `backgroundSessionWasDisconnected` | yes | The app or its helper was suspended. |
    /// | -999 `cancelled` | no | The caller cancelled the request. |
    /// | -1000 `badURL` | no | The URL stays the same. |
    /// | -1001 `timedOut` | yes | The server or the network may be faster later. |
    /// | -1002 `unsupportedURL` | no | The URL's scheme stays the same. On Linux, the response may not be HTTP. |
    /// | -1003 `cannotFindHost` | yes | A name server may have been unreachable for a moment. |
    /// | -1004 `cannotConnectToHost` | yes | The server may be restarting. |
    /// | -1005 `networkConnectionLost` | yes | The next connection may be stable. |
    /// | -1006 `dnsLookupFailed` | yes | As -1003. |
    /// | -1007 `httpTooManyRedirects` | no | The redirects form a loop. |
    /// | -1008 `resourceUnavailable` | no | The resource doesn't exist. |
    /// | -1009 `notConnectedToInternet` | yes | The network may become available again. |
    /// | -1010 `redirectToNonExistentLocation` | no | The target of the redirect doesn't exist. |
    /// | -1011 `badServerResponse` | yes | On Linux, the server closed the connection without a response. |
    /// | -1012 `userCancelledAuthentication` | no | The user or a hook refused. |
    /// | -1013 `userAuthenticationRequired` | no | A retry doesn't have the credentials either. |
    /// | -1014 `zeroByteResource` | no | The server announced a body but sent none. |
    /// | -1015 `cannotDecodeRawData` | no | The server encodes its body incorrectly. |
    /// | -1016 `cannotDecodeContentData` | no | As -1015. |
    /// | -1017 `cannotParseResponse` | no | The response isn't HTTP. |
    /// | -1018 `internationalRoamingOff` | yes | Another network may become available. |
    /// | -1019 `callIsActive` | yes | The phone call may end. |
    /// | -1020 `dataNotAllowed` | yes | Another network may become available. |
    /// | -1021 `requestBodyStreamExhausted` | no | The body can't be read again. |
    /// | -1022 `appTransportSecurityRequiresSecureConnection` | no | The app's `Info.plist` forbids it. |
    /// | -1100 `fileDoesNotExist` | no | The local file is still missing. |
    /// | -1101 `fileIsDirectory` | no | A directory can't be sent. |
    /// | -1102 `noPermissionsToReadFile` | no | The permissions stay the same. |
    /// | -1103 `dataLengthExceedsMaximum` | no | The body has the same length the next time. |
    /// | -1104 `fileOutsideSafeArea` | no | The sandbox stays the same. |
    /// | -1200 `secureConnectionFailed` | yes | The handshake was cut off. A rejected certificate has other codes. |
    /// | -1201 `serverCertificateHasBadDate` | no | The certificate has expired. |
    /// | -1202 `serverCertificateUntrusted` | no | A retry doesn't make it trusted. |
    /// | -1203 `serverCertificateHasUnknownRoot` | no | As -1202. |
    /// | -1204 `serverCertificateNotYetValid` | no | It won't become valid within the delay of a retry. |
    /// | -1205 `clientCertificateRejected` | no | The same certificate is rejected again. |
    /// | -1206 `clientCertificateRequired` | no | There is no certificate to send. |
    /// | -2000 `cannotLoadFromNetwork` | no | The request allowed only the cache. |
    /// | -3000 to -3002 `cannotCreateFile`, `cannotOpenFile`, `cannotCloseFile` | no | The disk or its permissions. |
    /// | -3003 to -3005 `cannotWriteToFile`, `cannotRemoveFile`, `cannotMoveFile` | no | As -3000. |
    /// | -3006 `downloadDecodingFailedMidStream` | yes | The encoded file was damaged in transit. |
    /// | -3007 `downloadDecodingFailedToComplete` | yes | As -3006. |
    ///
    /// On Linux, a failed TLS handshake is also -1, and only its text has the reason. A rejected certificate and a
    /// protocol error are permanent. An interrupted handshake isn't.
    var isTransient: Bool {
        let text = localizedDescription.lowercased()
        if code == .unknown, text.contains("certificate") { return false }
        if code == .unknown, text.contains("ssl routines"), !text.contains("eof") { return false }
        let transient: [Code] = [
            .unknown, .backgroundSessionInUseByAnotherProcess, .backgroundSessionWasDisconnected, .timedOut,
            .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed, .notConnectedToInternet,
            .badServerResponse, .internationalRoamingOff, .callIsActive, .dataNotAllowed, .secureConnectionFailed,
            .downloadDecodingFailedMidStream, .downloadDecodingFailedToComplete,
        ]
        return transient.contains(code)
    }
}

extension TeapotError {
    /// Whether the network failure may be temporary.
    ///
    /// Transport errors other than `URLError` are assumed to be temporary.
    package var isTransient: Bool {
        [.noResponse, .timeout, .incompleteResponse].contains(type)
            && ((underlyingError as? URLError)?.isTransient ?? true)
    }
}
