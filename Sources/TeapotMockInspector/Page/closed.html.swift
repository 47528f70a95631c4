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
          <h1 class="empty-title">Open the link with the token</h1>
          <p>A server is running here. The address of its inspector contains a token that changes with each run:
            <code>http://127.0.0.1:PORT/__teapot/?token=…</code></p>
          <p>Open the address that was printed when the server started. It is also the server’s
            <code>inspectorURL</code>. This browser then remembers the token.</p>
        </main>
        </body>
        </html>
        """#
}
