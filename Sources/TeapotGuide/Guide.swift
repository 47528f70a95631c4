/// Explanations and examples of folders of mocks, for people who write them.
///
/// They're part of the program, so every copy of the program has them.
package enum Guide {
    /// The pages by topic, up to 80 columns wide.
    package static let pages = [
        "mocks": """
        A mock is a file with a response. Its folder is the end of the paths that it
        answers. Its name begins with success_ (status 200) or error_ (400), and can
        state another status, a delay and a method, in any order:

          Shop/Mocks/
            users/
              success_list.json             GET …/users
              success_201_POST_new.json     POST …/users, with status 201
              error_503_200ms_busy.json     status 503 after 200 ms
              success_list.headers.json     headers for success_list.json
              mocks.index.json              which requests the files beside it answer
            users/{id}/
              success_ada.json              GET …/users/7
            news/success_launch.sse         server-sent events
            cart/error_offline.fault        a failure, such as timedOut or reset
            chat/success_hello.ws.json      the script of a WebSocket
            General/error_503_down.json     any request, when chosen
          Shop/Scenarios/
            busy.json                       see “teapot help scenarios”

        Of the mocks for a request, the one with the most conditions answers; of
        several, the first success, or the first error. A scenario and the inspector's
        page can select another. Edits take effect at once. Examples of the contents:

          success_list.json          [{"id": 1, "name": "Ada"}]
          success_list.headers.json  {"Cache-Control": "no-store"}
          mocks.index.json           {"success_p2.json": {"query": {"page": "2"}}}
          success_launch.sse         data: {"stage": "ready"}
          error_offline.fault        timedOut
          success_hello.ws.json      [{"send": "welcome"}, {"wait": "1 h"}]

        The conditions in mocks.index.json are method, host, path, exactPath, query,
        exactQuery and headers, and for the body one of body, json, jsonContains, form,
        multipart and bodySHA1. With “fault” and “stream”, the response fails or is
        sent in pieces. A path in a condition replaces the folder's.

        Conditions have no regular expressions: in a path, {id} is any segment, and in a
        query or a body, REDACTED is any text. GraphQL operations share a path; tell
        them apart by the body, here of POST …/graphql in graphql/mocks.index.json:

            {"success_POST_teas.json": {"jsonContains": {"operationName": "Teas"}}}

        “teapot init Shop” writes a sample, “teapot serve Shop” serves a folder, and
        “teapot check Shop” finds mistakes. More, such as other conditions and streams:
        \(articles)FoldersOfMocks.md
        \(articles)EventsFaultsAndWebSockets.md

        """,
        "scenarios": """
        A scenario plays mocks one after the other. It's a file in “Scenarios”, next to
        “Mocks”, such as Shop/Scenarios/busy.json:

          {
            "steps": [
              {"folder": "/users", "responseFileName": "success_list.json"},
              {"folder": "/users", "responseFileName": "error_busy"}
            ]
          }

        A step names a folder and a file in it. You can omit parts of its name, such as
        the status. The step answers the next request to the folder's path, and
        ignores requests to other paths. After the last step, the scenario is over.

        A step with its own “request” waits for a request that meets this condition. The
        “request” next to “steps” describes the requests that the scenario applies to.
        Conditions are the same as in mocks.index.json:

          {"folder": "/pay", "responseFileName": "success_ok.json",
           "request": {"method": "POST"}}

        “teapot serve Shop --scenario busy” activates it, and so does the inspector's
        page. “teapot check Shop” finds steps without a mock. More:
        \(articles)FoldersOfMocks.md#scenarios

        """,
        "openapi": """
        An OpenAPI document, in YAML or JSON, is served and checked as it is:

          teapot serve openapi.yaml                  answers from its examples
          teapot serve Mocks --openapi openapi.yaml  answers what has no mock
          teapot check openapi.yaml                  finds mistakes in it
          teapot check Mocks --openapi openapi.yaml  compares mocks with it

        “teapot serve --help” and “teapot check --help” describe the options.

        """,
        "wiremock": """
        A WireMock root, a folder with “mappings”, is served, checked and imported:

          teapot serve wiremock                               answers from its stubs
          teapot check wiremock                               finds unsupported parts
          teapot import wiremock wiremock --into Shop/Mocks   converts it to mocks

        “teapot import wiremock --help” describes the options.

        """,
    ]

    private static let articles =
        "https://github.com/elland/Teapot/blob/HEAD/Sources/TeapotMockFolders/TeapotMockFolders.docc/"
}
