/// The files of the inspector's page, embedded in the code so that a copied program includes them.
///
/// Resources would have to be copied along with the program; bytes in the code would take the compiler ten seconds.
enum Page {
    /// A file as it is sent to a browser.
    struct File {
        let type: String
        let text: String

        init(_ type: String, _ text: String) {
            self.type = type
            self.text = text
        }
    }

    /// The files by their paths below ``Inspector/place``.
    static let files = [
        "/api.js": File("text/javascript; charset=utf-8", apiScript),
        "/code.js": File("text/javascript; charset=utf-8", codeScript),
        "/controls.js": File("text/javascript; charset=utf-8", controlsScript),
        "/detail.js": File("text/javascript; charset=utf-8", detailScript),
        "/dom.js": File("text/javascript; charset=utf-8", domScript),
        "/draft.js": File("text/javascript; charset=utf-8", draftScript),
        "/frame.css": File("text/css; charset=utf-8", frameStyle),
        "/held.js": File("text/javascript; charset=utf-8", heldScript),
        "/icon.svg": File("image/svg+xml", iconImage),
        "/json.js": File("text/javascript; charset=utf-8", jsonScript),
        "/keys.js": File("text/javascript; charset=utf-8", keysScript),
        "/live.js": File("text/javascript; charset=utf-8", liveScript),
        "/main.js": File("text/javascript; charset=utf-8", mainScript),
        "/mocks.js": File("text/javascript; charset=utf-8", mocksScript),
        "/parts.css": File("text/css; charset=utf-8", partsStyle),
        "/parts.js": File("text/javascript; charset=utf-8", partsScript),
        "/requests.js": File("text/javascript; charset=utf-8", requestsScript),
        "/scenarios.js": File("text/javascript; charset=utf-8", scenariosScript),
        "/store.js": File("text/javascript; charset=utf-8", storeScript),
        "/tree.js": File("text/javascript; charset=utf-8", treeScript),
    ]
}
