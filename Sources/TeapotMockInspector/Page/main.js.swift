extension Page {
    /// The script that assembles the page.
    static let mainScript = #"""
        // Assembles the page.

        import { setUpControls } from "./controls.js";
        import { setUpDetail } from "./detail.js";
        import { byID, closeToast, markCurrent } from "./dom.js";
        import { setUpKeys } from "./keys.js";
        import { connect } from "./live.js";
        import { setUpMocks } from "./mocks.js";
        import { setUpRequests } from "./requests.js";
        import { setUpScenarios } from "./scenarios.js";
        import { on, readRoute, store } from "./store.js";

        // The open item of each view, which a tab leads back to.
        const hashes = {};

        function showView() {
          const { view } = store.route;
          hashes[view] = location.hash;
          // A message is about the previous view.
          if (byID(`${view}-view`).hidden || byID("toast").classList.contains("error")) closeToast();
          for (const element of document.querySelectorAll("main .view")) element.hidden = element.dataset.view !== view;
          for (const link of document.querySelectorAll(".tabs a")) {
            markCurrent(link, link.dataset.view === view, "page");
            if (link.dataset.view === view) link.hash = view; else link.hash = hashes[link.dataset.view] || link.hash;
          }
          // On a phone, the open item begins at the top.
          byID("page").scrollTo(0, 0);
        }

        // The document and a cookie have the token now, so remove it from the address.
        if (location.search) history.replaceState(null, "", location.pathname + location.hash);

        byID("toast-close").addEventListener("click", closeToast);
        on(["route"], showView);
        setUpControls();
        setUpRequests();
        setUpDetail();
        setUpMocks();
        setUpScenarios();
        setUpKeys();
        window.addEventListener("hashchange", readRoute);
        readRoute();
        connect();
        """#
}
