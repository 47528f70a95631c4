extension Page {
    /// The style sheet of colors, fonts and layout.
    static let frameStyle = #"""
        /* Colors, fonts and layout. */

        :root {
          color-scheme: light dark;
          --page: light-dark(#f6f4f0, #141312);
          --surface: light-dark(#ffffff, #1c1b19);
          --sunk: light-dark(#f1eee8, #242220);
          --line: light-dark(#e0dbd2, #35322e);
          --strong-line: light-dark(#8a8378, #837c72);
          --ink: light-dark(#211e1a, #ece8e1);
          --muted: light-dark(#655f56, #a79f94);
          --accent: light-dark(#0b6e66, #5cc9bb);
          --accent-ink: light-dark(#ffffff, #08211e);
          --accent-soft: light-dark(#e0f1ee, #17352f);
          --good: light-dark(#1c6b3a, #7ccf95);
          --good-soft: light-dark(#e2f3e7, #183323);
          --moved: light-dark(#2d5b9a, #90b8f0);
          --moved-soft: light-dark(#e6eefa, #1b2a40);
          --bad: light-dark(#8d4c00, #eab266);
          --bad-soft: light-dark(#fdeeda, #3a2a12);
          --worst: light-dark(#a8231c, #f59a92);
          --worst-soft: light-dark(#fde8e6, #43201d);
          --shadow: 0 6px 26px light-dark(rgb(40 30 10 / 16%), rgb(0 0 0 / 55%));
          --mono: ui-monospace, "SF Mono", "Cascadia Mono", "Segoe UI Mono", Menlo, "DejaVu Sans Mono", monospace;
        }

        * { box-sizing: border-box; }
        [hidden] { display: none !important; }

        .page { display: flex; flex-direction: column; height: 100dvh; }
        body {
          margin: 0;
          background: var(--page);
          color: var(--ink);
          font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif;
          -webkit-text-size-adjust: 100%;
        }

        h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
        ul, ol { list-style: none; }
        h2, h3 { font-size: inherit; }
        code, pre, kbd, .path, .method { font-family: var(--mono); font-size: 0.93em; }
        code, td, .path, .place, .detail { overflow-wrap: anywhere; }

        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        :is(.row, .code, .pane, .tabs a):focus-visible { outline-offset: -3px; border-radius: 0; }

        .unseen { top: 0; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
          white-space: nowrap; }

        /* Things in a line. */

        :where(.bar, .controls, .banner, .running, .tools, .chips, .detail-head, .actions, .line, .folder-head, .card header) {
          display: flex;
          flex-wrap: wrap;
          align-items: center;
          gap: 6px 12px;
        }

        /* The bar at the top. */

        .bar { padding: 9px 16px; background: var(--surface); border-bottom: 1px solid var(--line); }
        .brand { display: flex; align-items: center; gap: 7px; font-size: 15px; font-weight: 650; }
        .address { flex: 1; min-width: 0; color: var(--muted); font-family: var(--mono); font-size: 12.5px; }
        .address::after { content: "Copy"; text-decoration: underline; }
        .field { display: flex; align-items: center; gap: 6px; max-width: 100%; color: var(--muted); font-size: 13px; white-space: nowrap; }
        .field select { min-width: 0; }

        /* Banners. */

        .banner { justify-content: center; padding: 8px 16px; background: var(--worst-soft); color: var(--worst); }
        .is-lost main, .is-lost .strip, .is-lost .controls, .is-off :is(#undecided, #folders select, .strip, .cards) { opacity: 0.6; }

        .strip { background: var(--accent-soft); border-bottom: 1px solid var(--line); }
        .running { padding: 5px 16px; }
        .running .next { flex: 1; min-width: 0; }

        /* Tabs. */

        .tabs { display: flex; flex-wrap: wrap; gap: 2px; padding: 0 12px; background: var(--surface); border-bottom: 1px solid var(--line); }
        .tabs a {
          padding: 8px 10px 7px;
          border-bottom: 2px solid transparent;
          color: var(--muted);
          text-decoration: none;
          font-weight: 550;
          white-space: nowrap;
        }
        .tabs a:hover { color: var(--ink); }
        .tabs a[aria-current] { color: var(--ink); border-color: var(--accent); }
        .count { color: var(--muted); font-weight: 400; font-size: 12.5px; font-variant-numeric: tabular-nums; }
        .tag, .count.waiting, .count.wrong, .count.on { padding: 0 7px; border-radius: 9px; font-weight: 600; }
        .count.waiting, .count.wrong { background: var(--bad-soft); color: var(--bad); }
        .tag, .count.on { background: var(--accent-soft); color: var(--accent); }

        /* Two panes side by side. */

        main { flex: 1; min-height: 0; }
        .view { height: 100%; }
        .panes { display: grid; grid-template: minmax(0, 1fr) / minmax(320px, 44%) minmax(0, 1fr); }
        .pane { position: relative; min-width: 0; min-height: 0; overflow: auto; overscroll-behavior: contain; }
        .pane.list { background: var(--surface); border-right: 1px solid var(--line); }
        .pane.detail { padding: 16px 20px 0; }
        .back { display: none; }

        .cards {
          display: grid;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr));
          align-content: start;
          gap: 14px;
          height: 100%;
          padding: 16px;
          overflow: auto;
        }
        .cards > .problems, .cards > .empty { grid-column: 1 / -1; }

        @media (max-width: 1000px) { .controls { order: 4; width: 100%; } }

        @media (max-width: 760px) {
          body { font-size: 15px; }
          .page { display: block; overflow: auto; }
          .bar { padding: 8px 12px; }
          .tabs { position: sticky; top: 0; z-index: 2; padding: 0 2px; }
          .tabs a { flex: 1; padding-inline: 4px; text-align: center; }
          .running .next { flex-basis: 100%; order: 1; }
          .count:not(.waiting) .word { display: none; }
          .count.wrong::before { content: "! "; }
          .pane.list .tools { position: static; }
          .panes { display: block; }
          .pane { overflow: visible; }
          .pane.list { border-right: 0; min-height: 100dvh; }
          .pane.detail { padding: 12px 12px 48px; }
          .panes:not(.is-open) > .detail, .panes.is-open > .list { display: none; }
          .back { display: inline-flex; margin: 0 0 6px -8px; }
          .cards { height: auto; padding: 12px; }
        }
        """#
}
