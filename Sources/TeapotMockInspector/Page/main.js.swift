extension Page {
    /// The script that assembles the page.
    static let mainScript = #"""
        // Puts the page together.

        import { setUpControls } from "./controls.js";
        import { setUpDetail } from "./detail.js";
        import { byID, closeToast, markCurrent } from "./dom.js";
        import { setUpKeys } from "./keys.js";
        import { connect } from "./live.js";
        import { setUpMocks } from "./mocks.js";
        import { setUpRequests } from "./requests.js";
        import { setUpScenarios } from "./scenarios.js";
        import { on, readRoute, store } from "./store.js";

        function showView() {
          const { view } = store.route;
          // A message is about what was open.
          if (byID(`${view}-view`).hidden || byID("toast").classList.contains("error")) closeToast();
          for (const element of document.querySelectorAll("main .view")) element.hidden = element.dataset.view !== view;
          for (const link of document.querySelectorAll(".tabs a")) {
            markCurrent(link, link.dataset.view === view, "page");
          }
          // On a phone what was opened begins above.
          window.scrollTo(0, 0);
        }

        // The token of the address is in the document by now, and in a cookie.
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
