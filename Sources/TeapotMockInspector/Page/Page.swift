/// The files of the inspector's page, embedded in the code so that a copy of the program includes them.
///
/// Resources would have to be copied with the program. Bytes in the code would take the compiler ten seconds.
enum Page {
    /// The files, by path below ``Inspector/place``.
    static let files = [
        "/code.js": codeScript,
        "/detail.js": detailScript,
        "/draft.js": draftScript,
        "/icon.svg": iconImage,
        "/main.js": mainScript,
        "/mocks.js": mocksScript,
        "/parts.js": partsScript,
        "/store.js": storeScript,
        "/style.css": style,
    ]
}
