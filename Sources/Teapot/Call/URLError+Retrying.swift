extension URLError {
    /// Whether the same request may succeed if it is sent again a little later.
    ///
    /// A code that is not listed here is not worth another try.
    ///
    /// | Code | Again? | Why |
    /// |---|---|---|
    /// | -1 `unknown` | yes | On Linux a cut connection; see below for the exception. |
    /// | -995 `backgroundSessionRequiresSharedContainer` | no | The session's configuration is wrong. |
    /// | -996 `backgroundSessionInUseByAnotherProcess` | yes | The other process may let go of the session. |
    /// | -997 `backgroundSessionWasDisconnected` | yes | The app or its helper was suspended. |
    /// | -999 `cancelled` | no | The caller wanted it so. |
    /// | -1000 `badURL` | no | The URL stays the same. |
    /// | -1001 `timedOut` | yes | The server or the network may be faster later. |
    /// | -1002 `unsupportedURL` | no | The URL's scheme stays the same. On Linux also: the response is not HTTP. |
    /// | -1003 `cannotFindHost` | yes | A name server may have been unreachable for a moment. |
    /// | -1004 `cannotConnectToHost` | yes | The server may be restarting. |
    /// | -1005 `networkConnectionLost` | yes | The next connection may hold. |
    /// | -1006 `dnsLookupFailed` | yes | As -1003. |
    /// | -1007 `httpTooManyRedirects` | no | The redirects lead in a circle. |
    /// | -1008 `resourceUnavailable` | no | What was asked for is not there. |
    /// | -1009 `notConnectedToInternet` | yes | The network may come back. |
    /// | -1010 `redirectToNonExistentLocation` | no | The redirect leads nowhere. |
    /// | -1011 `badServerResponse` | yes | On Linux the server closed the connection without an answer. |
    /// | -1012 `userCancelledAuthentication` | no | The user, or a hook, refused. |
    /// | -1013 `userAuthenticationRequired` | no | It needs credentials, which a repetition does not have either. |
    /// | -1014 `zeroByteResource` | no | The server claims a body and has none. |
    /// | -1015 `cannotDecodeRawData` | no | The server encodes its body wrongly. |
    /// | -1016 `cannotDecodeContentData` | no | As -1015. |
    /// | -1017 `cannotParseResponse` | no | The response is not HTTP. |
    /// | -1018 `internationalRoamingOff` | yes | Another network may come up. |
    /// | -1019 `callIsActive` | yes | The phone call may end. |
    /// | -1020 `dataNotAllowed` | yes | Another network may come up. |
    /// | -1021 `requestBodyStreamExhausted` | no | The body can't be read again. |
    /// | -1022 `appTransportSecurityRequiresSecureConnection` | no | The app's `Info.plist` forbids it. |
    /// | -1100 `fileDoesNotExist` | no | A local file stays missing. |
    /// | -1101 `fileIsDirectory` | no | A directory is not sent. |
    /// | -1102 `noPermissionsToReadFile` | no | Permissions stay as they are. |
    /// | -1103 `dataLengthExceedsMaximum` | no | The body is as long the next time. |
    /// | -1104 `fileOutsideSafeArea` | no | The sandbox stays as it is. |
    /// | -1200 `secureConnectionFailed` | yes | The handshake was cut; a certificate that is refused has its own codes. |
    /// | -1201 `serverCertificateHasBadDate` | no | The certificate has expired. |
    /// | -1202 `serverCertificateUntrusted` | no | Trying again does not make it trusted. |
    /// | -1203 `serverCertificateHasUnknownRoot` | no | As -1202. |
    /// | -1204 `serverCertificateNotYetValid` | no | It will not be valid within a retry's delay. |
    /// | -1205 `clientCertificateRejected` | no | The same certificate is rejected again. |
    /// | -1206 `clientCertificateRequired` | no | There is none to send. |
    /// | -2000 `cannotLoadFromNetwork` | no | The request asked for the cache alone. |
    /// | -3000 to -3005 `cannotCreateFile`, …Open…, …Close…, …Write…, …Remove…, …Move… | no | The disk or its permissions. |
    /// | -3006 `downloadDecodingFailedMidStream` | yes | The encoded file was damaged on its way. |
    /// | -3007 `downloadDecodingFailedToComplete` | yes | As -3006. |
    ///
    /// On Linux a failed TLS handshake is -1 too, and only its text says what failed. A certificate that is refused and an
    /// error of the protocol are permanent; a connection that was cut in the handshake is not.
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
    /// Whether the network failed in a way that may pass; what a carrier says in an error of its own may.
    var isTransient: Bool {
        [.noResponse, .incompleteResponse].contains(type) && ((underlyingError as? URLError)?.isTransient ?? true)
    }
}
