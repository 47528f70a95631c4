extension Page {
    /// The style sheet: colors, fonts and layout, and then the parts of the page.
    static let style = #"""
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
        body { margin: 0; background: var(--page); color: var(--ink); font: 14px/1.45 system-ui, "DejaVu Sans", sans-serif; -webkit-text-size-adjust: 100%; }

        h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
        ul, ol { list-style: none; }
        h2, h3 { font-size: inherit; }
        code, pre, kbd, .path, .method, td:nth-child(-n+2) { font-family: var(--mono); font-size: 0.93em; }
        code, td, .path, .place, .detail { overflow-wrap: anywhere; }

        a { color: var(--accent); }
        :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
        :is(.row, .code, .pane, .tabs a):focus-visible { outline-offset: -3px; border-radius: 0; }

        .unseen { top: 0; position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

        /* Things in a line. */

        :where(.bar, .controls, .banner, .running, .tools, .chips, .detail-head, .actions, .line, .folder-head, .card header) { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 12px; }

        :where(.bar, .tabs, .tools, .pane.list, .card, .draft, .draft-foot, .body, .sheet, dialog) { background: var(--surface); }
        :where(.bar, .strip, .tabs, .tools, #held, .row, .block > h3, .body-tools, .tree-search, .folder-head) { border-bottom: 1px solid var(--line); }

        /* The bar at the top. */

        .bar { padding: 9px 16px; }
        .brand { display: flex; align-items: center; gap: 7px; font-size: 15px; font-weight: 650; }
        .address { flex: auto; min-width: 0; color: var(--muted); font-family: var(--mono); font-size: 12.5px; }
        .address::after { content: "Copy"; text-decoration: underline; }
        .field { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; max-width: 100%; color: var(--muted); font-size: 13px; white-space: nowrap; }
        .field select { min-width: 0; }

        /* Banners. */

        .banner { justify-content: center; padding: 8px 16px; }
        .is-lost main, .is-lost .strip, .is-lost .controls, .is-off :is(#undecided, #folders select, .strip, .cards) { opacity: 0.6; }

        .strip { background: var(--accent-soft); }
        .running { padding: 5px 16px; }
        .running .next, input[type="search"] { flex: 1; min-width: 0; }

        /* Tabs. */

        .tabs { display: flex; flex-wrap: wrap; gap: 2px; padding: 0 12px; }
        .tabs a { padding: 8px 10px 7px; border-bottom: 2px solid transparent; color: var(--muted); text-decoration: none; font-weight: 550; white-space: nowrap; }
        .tabs a:hover { color: var(--ink); }
        .tabs a[aria-current] { color: var(--ink); border-color: var(--accent); }
        .count { color: var(--muted); font-weight: 400; font-size: 12.5px; font-variant-numeric: tabular-nums; }
        .tag, .count.waiting, .count.wrong, .count.on { padding: 0 7px; border-radius: 9px; font-weight: 600; }
        .tag, .count.on { background: var(--accent-soft); color: var(--accent); }

        /* Two panes side by side. */

        main { flex: 1; min-height: 0; }
        .view { height: 100%; }
        .panes { display: grid; grid-template: minmax(0, 1fr) / minmax(320px, 44%) minmax(0, 1fr); }
        .pane { position: relative; min-width: 0; min-height: 0; overflow: auto; overscroll-behavior: contain; }
        .pane.list { border-right: 1px solid var(--line); }
        .pane.detail { padding: 16px 20px 0; }
        .back, .note:empty, .row:has(.use) .method { display: none; }

        .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 340px), 1fr)); align-content: start; gap: 14px; height: 100%; padding: 16px; overflow: auto; }
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
          #toast { top: 50px; bottom: auto; }
        }

        /* The parts of the page. */

        button, select, input, textarea { min-height: 30px; padding: 3px 8px; background: var(--surface); border: 1px solid var(--strong-line); border-radius: 7px; font: inherit; color: var(--ink); }
        button { display: inline-flex; align-items: center; gap: 6px; padding-inline: 11px; border-color: var(--line); text-align: start; cursor: pointer; }
        button:hover { border-color: var(--strong-line); }
        button:disabled { opacity: 0.5; cursor: not-allowed; }
        button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
        button.quiet { background: none; border-color: transparent; color: var(--accent); padding-inline: 8px; }

        select { max-width: 100%; text-overflow: ellipsis; field-sizing: content; }
        select.is-set, .chip[aria-pressed="true"] { border-color: var(--accent); background: var(--accent-soft); }
        .draft :invalid { border-color: var(--worst); }
        ::placeholder { color: var(--muted); opacity: 1; }

        .switch { padding-left: 6px; font-weight: 600; }
        .track { width: 30px; height: 18px; border-radius: 9px; background: radial-gradient(circle at 9px, var(--surface) 6.5px, var(--strong-line) 7px); }
        .switch[aria-checked="true"] .track { background: radial-gradient(circle at 21px, var(--surface) 6.5px, var(--accent) 7px); }

        /* Rows. */

        .tools { position: sticky; top: 0; z-index: 1; gap: 6px; padding: 8px 12px; }
        .chips { flex-basis: 100%; gap: 4px; }
        .chip { min-height: 24px; padding: 0 9px; border-radius: 12px; color: var(--muted); font-size: 12.5px; }
        .chip[aria-pressed="true"] { color: var(--accent); font-weight: 600; }
        .heading { padding: 9px 14px 4px; color: var(--bad); font-size: 12.5px; font-weight: 650; }
        #held { background: color-mix(in srgb, var(--bad-soft) 45%, transparent); }

        .row { display: grid; grid-template-columns: 48px auto minmax(0, 1fr) auto; gap: 0 9px; align-items: baseline; padding: 6px 14px 6px 12px; border-left: 3px solid transparent; color: inherit; text-decoration: none; }
        .row:hover, button.quiet:hover { background: var(--sunk); }
        .row[aria-current] { background: var(--accent-soft); border-left-color: var(--accent); }
        .row :is(.path, .reason) { overflow: hidden; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; }
        .row :is(.took, .when) { color: var(--muted); font-size: 12.5px; text-align: end; }
        .row .reason { grid-column: 2 / 4; color: var(--muted); font-size: 12.5px; overflow-wrap: anywhere; }
        .row.mock { display: flex; flex-wrap: wrap; align-items: center; padding-block: 5px; }
        .row.mock .tag { margin-left: auto; }
        .row.mock .reason { flex-basis: 100%; padding-left: 18px; font-family: var(--mono); font-size: 12px; }

        .status { padding: 1px 0; border-radius: 5px; font: 600 12px/1.5 var(--mono); text-align: center; background: var(--sunk); color: var(--muted); font-variant-numeric: tabular-nums; }
        :is(dd, .choose, .mock, .steps) .status { min-width: 40px; padding-inline: 6px; }
        .status.good { background: var(--good-soft); color: var(--good); }
        .status.moved { background: var(--moved-soft); color: var(--moved); }
        .status.bad, .count.waiting, .count.wrong { background: var(--bad-soft); color: var(--bad); }
        .status.worst, .banner, .error-text { background: var(--worst-soft); color: var(--worst); }
        .row[aria-current] :is(.tag, .status) { background: var(--surface); }
        .method, .steps .current { font-weight: 650; }

        .dot { flex: none; width: 9px; height: 9px; border-radius: 50%; }
        .dot.good { background: var(--good); }
        .dot.bad { background: none; border: 2.5px solid var(--worst); }
        .note { padding: 12px 14px; color: var(--muted); overflow-wrap: anywhere; }
        .muted, .delay, .facts dt, .steps .done, .source :is(p, th) { color: var(--muted); }
        .tag { margin-left: 7px; font-size: 12px; white-space: nowrap; }

        .empty { max-width: 34em; margin: 12vh auto; padding: 0 16px; text-align: center; color: var(--muted); }
        .empty-title { margin-bottom: 4px; color: var(--ink); font-size: 16px; font-weight: 600; }

        /* The open item. */

        .detail-head { margin-bottom: 12px; }
        .detail-head .back, .detail-head > p { flex-basis: 100%; }
        .detail-head h2 { flex: 1; min-width: 60%; max-height: 40vh; overflow: auto; font-size: 16px; font-weight: 600; }
        .detail-head h2, .detail-head h2 .path { overflow-wrap: break-word; }
        @media (max-width: 760px) { .detail-head h2 { flex-basis: 100%; } .choice { flex-wrap: wrap; } }
        .actions { gap: 8px; }
        .facts { display: grid; grid-template-columns: fit-content(45%) 1fr; gap: 3px 16px; margin-bottom: 16px; }
        .block, .answers { margin-bottom: 20px; }
        .block > h3 { margin-bottom: 6px; padding-bottom: 4px; font-weight: 650; }
        :is(.block, .empty) > p + :is(p, ul) { margin-top: 5px; }
        .fields { font: 12.5px/1.5 var(--mono); }
        .picture { max-width: 100%; border: 1px solid var(--line); border-radius: 7px; }
        .conditions { margin: 2px 0 8px 14px; }
        .unmet, button.danger, .unanswered .row .reason { color: var(--worst); }

        .choices { display: grid; gap: 6px; }
        .choice { display: flex; gap: 4px; }
        .choose { flex: 1 1 260px; min-width: 0; flex-wrap: wrap; min-height: 36px; }
        .condition { order: 1; flex-basis: 100%; padding-left: 18px; font-size: 12.5px; overflow-wrap: anywhere; }
        .mock-name { flex: 1 1 90px; min-width: 0; font-weight: 550; overflow-wrap: anywhere; }

        /* Bodies. */

        .body, .sheet { border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
        .body-tools { display: flex; align-items: center; justify-content: space-between; padding: 1px 4px 1px 12px; font-size: 12.5px; }
        .code, .layer, .area { margin: 0; padding: 9px 12px; overflow: auto; font: 12.5px/19px var(--mono); tab-size: 2; }
        .code { max-height: 60vh; white-space: pre-wrap; text-align: start; }
        .tree-search { display: flex; align-items: center; gap: 8px; padding: 6px 12px; font-size: 12.5px; }
        .inside, .leaf { padding-left: 1.2em; }
        .tree summary { cursor: pointer; }
        .found, .found > summary { background: var(--bad-soft); }
        .t-name { color: var(--moved); }
        .t-string { color: var(--good); }
        .t-number, .t-word, .problems :is(h3, a) { color: var(--bad); }
        .t-wrong { color: var(--worst); text-decoration: underline wavy; }

        .draft { margin-bottom: 20px; padding: 12px; border: 1px solid var(--accent); border-radius: 9px; }
        .draft > * + * { margin-top: 9px; }
        .draft .problems { margin: 0 0 9px; }
        .draft-foot { position: sticky; bottom: 0; margin: 4px -8px 0; padding: 5px 8px 9px; }
        .problems .actions { margin-top: 6px; }
        .draft-head { display: flex; flex-wrap: wrap; align-items: start; gap: 8px 12px; }
        .draft-head label { display: grid; gap: 2px; color: var(--muted); font-size: 12.5px; }
        .draft-head input { width: 92px; }
        .draft-head .wide input { width: 100%; }
        .draft-head .wide { flex: 1; min-width: min(260px, 100%); }
        .draft-head textarea { field-sizing: content; font: 12.5px/1.5 var(--mono); resize: vertical; }
        .sheet { display: flex; border-color: var(--strong-line); height: clamp(180px, 42vh, 520px); resize: vertical; }
        .sheet:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
        .numbers { flex: none; min-width: 34px; padding: 9px 8px 40px 6px; overflow: hidden; background: var(--sunk); color: var(--muted); font: 12.5px/19px var(--mono); text-align: end; user-select: none; }
        .numbers .wrong { color: var(--worst); font-weight: 700; }
        .numbers .wrong::before { content: "▸"; }
        .paper { position: relative; flex: 1; min-width: 0; }
        .layer, .area { position: absolute; inset: 0; border: 0; border-radius: 0; white-space: pre; }
        .layer { padding: 9px 40px 40px 12px; overflow: hidden; pointer-events: none; }
        .layer code { font-size: inherit; overflow-wrap: normal; }
        .area { width: 100%; height: 100%; background: none; caret-color: var(--ink); resize: none; }
        .area::selection { background: color-mix(in srgb, var(--accent) 30%, transparent); }
        .area:not(.plain), .area:not(.plain)::selection { color: transparent; }
        .area:focus-visible { outline: none; }
        .error-text { min-height: 24px; margin-bottom: 9px; padding: 2px 8px; border: 0; }

        /* Folders and scenarios. */

        .folder-head { padding: 12px 14px 6px; }
        .folder-head h3 { flex: auto; font-family: var(--mono); font-size: 13.5px; overflow-wrap: anywhere; }
        .folder-head:has(label + label) h3 { flex-basis: 100%; }
        .folder-head p, .steps .muted { display: block; flex-basis: 100%; font-size: 12.5px; }
        .source { padding: 14px; }
        td:nth-child(2) { width: 34%; }
        .source p::first-letter { text-transform: uppercase; }
        table { width: 100%; margin-top: 9px; border-collapse: collapse; font-size: 12.5px; }
        :is(th, td) { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); vertical-align: baseline; text-align: start; }
        .problems { margin: 10px 12px; padding: 9px 12px; border-radius: 8px; background: var(--bad-soft); }
        .detail .problems { margin-inline: 0; }
        .problems li { display: grid; padding: 4px 0; overflow-wrap: anywhere; }

        .card { padding: 12px 14px; border: 1px solid var(--line); border-radius: 10px; }
        .card.is-active { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
        .card header { margin-bottom: 6px; }
        .card h3 { flex: 1; font-size: 15px; overflow-wrap: anywhere; }
        .steps { padding-left: 1.8em; list-style: decimal; }
        .steps li { padding: 3px 0; overflow-wrap: anywhere; }
        .steps .done::marker { content: "✓ "; }
        .steps .current::marker { color: var(--accent); }

        dialog { width: min(92vw, 460px); padding: 18px 22px; color: var(--ink); border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
        dialog::backdrop { background: rgb(0 0 0 / 35%); }
        dialog h2 { margin-bottom: 10px; font-size: 16px; }
        dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: 5px 16px; margin-bottom: 14px; }
        .check { display: flex; align-items: center; gap: 8px; margin-bottom: 12px; }
        .check input { min-height: 0; accent-color: var(--accent); }
        kbd { padding: 0 6px; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 5px; background: var(--sunk); }

        /* Above the list, because buttons are at the bottom of the other pane. */
        .toast { pointer-events: none; position: fixed; bottom: 8px; left: 8px; z-index: 3; display: flex; align-items: center; gap: 8px; max-width: min(92vw, 520px); max-height: 30dvh; padding: 4px 8px 4px 16px; overflow: auto; border-radius: 8px; background: var(--ink); color: var(--page); overflow-wrap: anywhere; }
        .toast.error { background: var(--worst); }
        .toast button, .toast button:hover { pointer-events: auto; flex: none; margin-left: auto; background: none; color: inherit; }
        #toast-text button { margin-left: 12px; border-color: currentColor; }

        @media (pointer: coarse) {
          button, select, input { min-height: 40px; }
          .row { padding-block: 9px; }
        }
        """#
}
