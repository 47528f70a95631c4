extension Page {
    /// The elements at the beginning of the head of each document.
    static let commonHead = #"""
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Teapot</title>
        <link rel="icon" href="/__teapot/icon.svg" type="image/svg+xml">
        <link rel="stylesheet" href="/__teapot/style.css">
        """#

    /// The document with the page's elements.
    static let indexDocument = #"""
        <!doctype html><html lang="en">
        \#(commonHead)
        <meta name="token" content="TOKEN">
        <script type="module" src="/__teapot/main.js"></script>
        <div class="page" id="page">
        <header class="bar">
          <h1 class="brand"><img src="/__teapot/icon.svg" alt="" width="20" height="20"> Teapot</h1>
          <button type="button" class="quiet address" id="address" title="Copy the address"></button>
          <div class="controls" role="group" aria-label="Switchboard" id="controls">
            <button type="button" role="switch" aria-checked="false" class="switch" id="switch"><span class="track"></span>Mocking</button>
            <label class="field" id="environment-field">Live server <select id="environment"></select></label>
            <label class="field" title="Unless a route, a setting for the path or a scenario says otherwise">By default, requests <select id="undecided">
              <option value="hold">wait for you</option><option value="firstMock">get the first mock that matches</option>
              <option value="live">go to the live server</option><option value="unanswered">get a 404</option></select></label>
          </div>
          <button type="button" class="quiet" id="help-button" aria-haspopup="dialog" aria-label="Help">?</button>
        </header>

        <div class="banner" id="lost" role="alert" hidden></div>

        <nav class="tabs" aria-label="Views">
          <a href="#requests" data-view="requests">Requests <span class="count" data-count="requests"></span></a>
          <a href="#mocks" data-view="mocks">Mocks <span class="count" data-count="mocks"></span></a>
          <a href="#scenarios" data-view="scenarios">Scenarios <span class="count" data-count="scenarios"></span></a>
        </nav>

        <section class="strip" id="strip" aria-label="Active scenarios" hidden></section>

        <main>
          <div class="view panes" data-view="requests" id="requests-view">
            <section class="pane list" aria-labelledby="requests-title">
              <h2 class="unseen" id="requests-title">Requests</h2>
              <form class="tools" role="search" id="requests-form">
                <input type="search" placeholder="Search requests" aria-label="Search the requests" spellcheck="false">
                <button type="button" id="har">Export HAR</button> <button type="button" id="clear">Clear</button>
                <div class="chips" role="group" aria-label="Filters"></div>
              </form>
              <section id="held" aria-labelledby="held-title" hidden>
                <div class="line heading"><h3 id="held-title">Waiting for you</h3> <button type="button" class="quiet" id="answer-all" title="With the mock that’s set for its path, or the first response that matches">Answer all</button></div>
                <ul class="rows" id="held-rows"></ul>
              </section>
              <ul class="rows" id="rows" aria-label="Requests, newest first"></ul>
              <p class="note" id="rows-note"></p>
            </section>
            <section class="pane detail" id="detail" tabindex="-1" aria-label="Details"></section>
          </div>
          <div class="view panes" data-view="mocks" id="mocks-view" hidden>
            <section class="pane list" aria-labelledby="mocks-title">
              <h2 class="unseen" id="mocks-title">Mocks</h2>
              <form class="tools" role="search" id="mocks-form" hidden>
                <input type="search" placeholder="Search mocks" aria-label="Search the mocks" spellcheck="false">
                <button type="button" id="new-mock">New mock</button>
                <div class="chips" role="group" aria-label="Filters"></div>
              </form>
              <div id="folders"></div>
            </section>
            <section class="pane detail" id="mock" tabindex="-1" aria-label="Mock"></section>
          </div>
          <div class="view" data-view="scenarios" id="scenarios-view" hidden>
            <h2 class="unseen">Scenarios</h2><div class="cards" id="scenarios"></div>
          </div>
        </main></div>

        <p class="unseen" role="status" aria-live="polite" id="news"></p>
        <div role="status"><div class="toast" id="toast" hidden><span id="toast-text"></span>
          <button type="button" class="quiet" id="toast-close" aria-label="Dismiss">✕</button></div></div>

        <dialog id="help" aria-labelledby="help-title">
          <h2 id="help-title">Controls and keyboard shortcuts</h2>
          <dl><dt data-for="switch">Mocking</dt><dd data-for="switch">Turn it off to forward every request to the live server.</dd><dt data-for="undecided">By default</dt><dd data-for="undecided">What happens to a request unless a route, a setting for its path or a scenario says otherwise, in this order. A mock matches if its path, method and conditions do. The one with the most conditions comes first; among equals, successes come before errors, in the order of their file names.</dd></dl>
          <dl id="keys"></dl>
          <label class="check"><input type="checkbox" id="keys-on"> Enable single-key shortcuts</label>
          <form method="dialog"><button class="main" autofocus>Close</button></form>
        </dialog>

        <noscript><p class="banner">This page needs JavaScript.</p></noscript>
        """#

    /// The document for a browser that doesn't know the token.
    static let closedDocument = #"""
        <!doctype html><html lang="en">
        \#(commonHead)
        <main class="empty">
          <h1 class="empty-title">Open the inspector’s full address</h1>
          <p>It includes a token: <code>http://127.0.0.1:PORT/__teapot/?token=…</code></p>
          <p>The command “teapot” prints it at startup. In your own program, it’s the server’s <code>inspectorURL</code>.</p>
        </main>
        """#

    /// The icon, a teapot.
    static let iconImage = #"""
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
        <path fill="#0e7c74" d="M9 11h13c1.2 1.6 2 3.7 2 6 0 3.4-1.7 6.4-4.2 8H11.2C8.7 23.4 7 20.4 7 17c0-.4 0-.9.1-1.300
        L2.600 12.200l1.300-1.700 3.900 2.900C8.100 12.500 8.500 11.700 9 11zm15.300 2.200c2.900-.5 5.200.900 5.200 3.600 0 3-2.500 5-6 5.200
        .5-.8.800-1.600 1.100-2.500 1.700-.3 2.700-1.300 2.700-2.700 0-1.100-.9-1.700-2.300-1.500-.1-.7-.4-1.400-.7-2.100z"/>
        <path fill="#0e7c74" d="M10 9.500c.8-1.900 2.900-3 4-3.200a1.600 1.600 0 1 1 3 0c1.100.2 3.200 1.300 4 3.200z"/>
        </svg>
        """#
}
