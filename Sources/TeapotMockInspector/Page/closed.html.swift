extension Page {
    /// The document for a browser that doesn't know the token.
    static let closedDocument = #"""
        <!doctype html>
        <html lang="en">
        <head>
        \#(commonHead)
        </head>
        <body>
        <main class="empty">
          <h1 class="empty-title">Open the inspector’s whole address</h1>
          <p>It has a token, which is new each time the server starts:</p>
          <p><code>http://127.0.0.1:PORT/__teapot/?token=…</code></p>
          <p>The server printed it when it started. In Swift, it’s <code>server.inspectorURL</code>.</p>
        </main>
        </body>
        </html>
        """#
}
