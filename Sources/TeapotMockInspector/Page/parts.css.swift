extension Page {
    /// The style sheet of the parts of the page.
    static let partsStyle = #"""
        /* The parts of the page. */

        button, select, input, textarea { font: inherit; color: inherit; }

        button {
          display: inline-flex;
          align-items: center;
          gap: 6px;
          min-height: 30px;
          padding: 3px 11px;
          background: var(--surface);
          border: 1px solid var(--line);
          border-radius: 7px;
          text-align: start;
          cursor: pointer;
        }
        button:hover { border-color: var(--strong-line); }
        button:disabled { opacity: 0.5; cursor: not-allowed; }
        button.main { background: var(--accent); border-color: var(--accent); color: var(--accent-ink); font-weight: 600; }
        button.quiet { background: none; border-color: transparent; color: var(--accent); padding-inline: 8px; }
        button.quiet:hover { background: var(--sunk); }
        button.danger { color: var(--worst); }

        select, input, textarea {
          min-height: 30px;
          padding: 3px 8px;
          background: var(--surface);
          border: 1px solid var(--strong-line);
          border-radius: 7px;
        }
        select { max-width: 100%; color: var(--ink); text-overflow: ellipsis; }
        select.is-set { border-color: var(--accent); background: var(--accent-soft); }
        input[type="search"] { flex: 1; min-width: 0; }
        .draft :invalid { border-color: var(--worst); }
        ::placeholder { color: var(--muted); opacity: 1; }

        .switch { padding: 3px 11px 3px 6px; font-weight: 600; }
        .track { position: relative; width: 30px; height: 18px; border-radius: 9px; background: var(--strong-line); }
        .track::after {
          content: "";
          position: absolute;
          inset: 2px auto 2px 2px;
          width: 14px;
          border-radius: 50%;
          background: var(--surface);
        }
        .switch[aria-checked="true"] .track { background: var(--accent); }
        .switch[aria-checked="true"] .track::after { translate: 12px; }

        /* Rows. */

        .tools {
          position: sticky;
          top: 0;
          z-index: 1;
          gap: 6px;
          padding: 8px 12px;
          background: var(--surface);
          border-bottom: 1px solid var(--line);
        }
        .chips { flex-basis: 100%; gap: 4px; }
        .chip { min-height: 24px; padding: 0 9px; border-radius: 12px; color: var(--muted); font-size: 12.5px; }
        .chip[aria-pressed="true"] { border-color: var(--accent); background: var(--accent-soft); color: var(--accent);
          font-weight: 600; }
        .heading { padding: 9px 14px 4px; color: var(--bad); font-size: 12.5px; font-weight: 650; }
        #held { border-bottom: 1px solid var(--line); background: color-mix(in srgb, var(--bad-soft) 45%, transparent); }

        .row {
          display: grid;
          grid-template-columns: 48px auto minmax(0, 1fr) auto;
          gap: 0 9px;
          align-items: baseline;
          padding: 6px 14px 6px 12px;
          border-bottom: 1px solid var(--line);
          border-left: 3px solid transparent;
          color: inherit;
          text-decoration: none;
        }
        .row:hover { background: var(--sunk); }
        .row[aria-current] { background: var(--accent-soft); border-left-color: var(--accent); }
        .row :is(.path, .reason) { overflow: hidden; display: -webkit-box; -webkit-line-clamp: 3; -webkit-box-orient: vertical; }
        .row :is(.took, .when) { color: var(--muted); font-size: 12.5px; text-align: end; }
        .row .reason { grid-column: 2 / 4; color: var(--muted); font-size: 12.5px; overflow-wrap: anywhere; }
        .unanswered .row .reason { color: var(--worst); }
        .row.mock { display: flex; flex-wrap: wrap; align-items: center; padding-block: 5px; }
        .row.mock .reason { flex-basis: 100%; padding-left: 18px; font-family: var(--mono); font-size: 12px; }

        .status {
          padding: 1px 0;
          border-radius: 5px;
          font: 600 12px/1.5 var(--mono);
          text-align: center;
          background: var(--sunk);
          color: var(--muted);
          font-variant-numeric: tabular-nums;
        }
        :is(dd, .choose, .mock, .steps) .status { padding-inline: 6px; }
        .status.good { background: var(--good-soft); color: var(--good); }
        .status.moved { background: var(--moved-soft); color: var(--moved); }
        .status.bad { background: var(--bad-soft); color: var(--bad); }
        .status.worst { background: var(--worst-soft); color: var(--worst); }
        .row[aria-current] :is(.tag, .status) { background: var(--surface); }
        .method { font-weight: 650; }

        .dot { flex: none; width: 9px; height: 9px; border-radius: 50%; }
        .dot.good { background: var(--good); }
        .dot.bad { background: none; border: 2.5px solid var(--worst); }
        .note { padding: 12px 14px; color: var(--muted); overflow-wrap: anywhere; }
        .note:empty { display: none; }
        .muted, .delay { color: var(--muted); }
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
        .facts dt { color: var(--muted); }
        .block { margin-bottom: 20px; }
        .block > h3 { margin-bottom: 6px; padding-bottom: 4px; border-bottom: 1px solid var(--line); font-weight: 650; }
        :is(.block, .empty) > p + :is(p, ul) { margin-top: 5px; }
        .fields { font: 12.5px/1.5 var(--mono); }
        .picture { max-width: 100%; border: 1px solid var(--line); border-radius: 7px; }
        .conditions { margin: 2px 0 8px 14px; }
        .unmet { color: var(--worst); }

        .answers { margin-bottom: 20px; }
        .answers .block { margin-bottom: 10px; }
        .choices { display: grid; gap: 6px; }
        .choice { display: flex; gap: 4px; }
        .choose { flex: 1 1 260px; min-width: 0; flex-wrap: wrap; min-height: 36px; }
        .condition { order: 1; flex-basis: 100%; padding-left: 18px; font-size: 12.5px; overflow-wrap: anywhere; }
        .mock-name { flex: auto; max-width: calc(100% - 18px); font-weight: 550; overflow-wrap: anywhere; }

        /* Bodies. */

        .body, .sheet { border: 1px solid var(--line); border-radius: 8px; background: var(--surface); overflow: hidden; }
        .body-tools { display: flex; align-items: center; justify-content: space-between; padding: 1px 4px 1px 12px;
          border-bottom: 1px solid var(--line); font-size: 12.5px; }
        .code {
          margin: 0;
          padding: 9px 12px;
          max-height: 60vh;
          overflow: auto;
          font: 12.5px/1.55 var(--mono);
          tab-size: 2;
          white-space: pre-wrap;
        }
        .tree-search { display: flex; align-items: center; gap: 8px; padding: 6px 12px;
          border-bottom: 1px solid var(--line); font-size: 12.5px; }
        .inside { padding-left: 1.4em; }
        .leaf { padding-left: 1em; }
        .tree summary { cursor: pointer; }
        .found, .found > summary { background: var(--bad-soft); }
        .t-name { color: var(--moved); }
        .t-string { color: var(--good); }
        .t-number, .t-word { color: var(--bad); }
        .t-wrong { color: var(--worst); text-decoration: underline wavy; }

        .draft { margin-bottom: 20px; padding: 12px; border: 1px solid var(--accent); border-radius: 9px;
          background: var(--surface); }
        .draft > * + * { margin-top: 9px; }
        .draft .problems { margin: 0 0 9px; }
        .draft-foot { position: sticky; bottom: 0; margin: 4px -8px 0; padding: 5px 8px 9px; background: var(--surface); }
        .problems .actions { margin-top: 6px; }
        .draft-head { display: flex; flex-wrap: wrap; gap: 8px 12px; }
        .draft-head label { display: grid; gap: 2px; color: var(--muted); font-size: 12.5px; }
        .draft-head input { width: 92px; color: var(--ink); }
        .draft-head .wide input { width: 100%; }
        .draft-head .wide { flex: 1; min-width: min(260px, 100%); }
        .draft-head textarea { field-sizing: content; font: 12.5px/1.5 var(--mono); color: var(--ink); resize: vertical; }
        .sheet { display: flex; border-color: var(--strong-line); height: clamp(180px, 42vh, 520px); resize: vertical; }
        .sheet:focus-within { outline: 2px solid var(--accent); outline-offset: 1px; }
        .numbers { flex: none; min-width: 34px; padding: 8px 8px 40px 6px; overflow: hidden; background: var(--sunk);
          color: var(--muted); font: 12.5px/19px var(--mono); text-align: end; user-select: none; }
        .numbers .wrong { color: var(--worst); font-weight: 700; }
        .numbers .wrong::before { content: "▸"; }
        .paper { position: relative; flex: 1; min-width: 0; }
        .layer, .area {
          position: absolute;
          inset: 0;
          margin: 0;
          padding: 8px 10px;
          border: 0;
          border-radius: 0;
          overflow: auto;
          font: 12.5px/19px var(--mono);
          white-space: pre;
          tab-size: 2;
        }
        .layer { padding: 8px 40px 40px 10px; overflow: hidden; pointer-events: none; }
        .layer code { font-size: inherit; overflow-wrap: normal; }
        .area { width: 100%; height: 100%; background: none; color: transparent; caret-color: var(--ink); resize: none; }
        .area::selection { background: color-mix(in srgb, var(--accent) 30%, transparent); color: transparent; }
        .area:focus-visible { outline: none; }
        .error-text { min-height: 24px; margin-bottom: 9px; padding: 2px 8px; border: 0; background: var(--worst-soft);
          color: var(--worst); }

        /* Folders and scenarios. */

        .folder-head { padding: 12px 14px 6px; border-bottom: 1px solid var(--line); }
        .folder-head h3 { flex: auto; font-family: var(--mono); font-size: 13.5px; overflow-wrap: anywhere; }
        .folder-head p { flex-basis: 100%; font-size: 12.5px; }
        .source { padding: 14px; }
        .source p, .source th { color: var(--muted); font-size: 12.5px; }
        td:nth-child(-n+2) { font-family: var(--mono); }
        td:nth-child(2) { width: 34%; }
        .source p::first-letter { text-transform: uppercase; }
        table { width: 100%; margin-top: 9px; border-collapse: collapse; font-size: 12.5px; }
        :is(th, td) { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); vertical-align: baseline; text-align: start; }
        .problems { margin: 10px 12px; padding: 9px 12px; border-radius: 8px; background: var(--bad-soft); }
        .detail .problems { margin-inline: 0; }
        .problems h3, .problems a { color: var(--bad); }
        .problems li { display: grid; padding: 4px 0; overflow-wrap: anywhere; }

        .card { padding: 12px 14px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
        .card.is-active { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
        .card header { margin-bottom: 6px; }
        .card h3 { flex: 1; font-size: 15px; overflow-wrap: anywhere; }
        .steps { padding-left: 1.8em; list-style: decimal; }
        .steps li { padding: 3px 0; overflow-wrap: anywhere; }
        .steps .muted { display: block; font-size: 12.5px; }
        .steps .done { color: var(--muted); }
        .steps .done::marker { content: "✓ "; }
        .steps .current { font-weight: 650; }
        .steps .current::marker { color: var(--accent); }

        dialog { width: min(92vw, 460px); padding: 18px 22px; background: var(--surface); color: var(--ink);
          border: 1px solid var(--line); border-radius: 12px; box-shadow: var(--shadow); }
        dialog::backdrop { background: rgb(0 0 0 / 35%); }
        dialog h2 { margin-bottom: 10px; font-size: 16px; }
        dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: 5px 16px; margin-bottom: 14px; }
        .check { display: flex; align-items: center; gap: 8px; margin-bottom: 12px; }
        .check input { min-height: 0; accent-color: var(--accent); }
        kbd { padding: 0 6px; border: 1px solid var(--line); border-bottom-width: 2px; border-radius: 5px;
          background: var(--sunk); }

        /* Above the list, because buttons are at the bottom of the other pane. */
        .toast { position: fixed; bottom: 8px; left: 8px; z-index: 3; display: flex; align-items: center; gap: 8px;
          max-width: min(92vw, 520px); max-height: 30dvh; padding: 4px 8px 4px 16px; overflow: auto; border-radius: 8px; background: var(--ink); color: var(--page); overflow-wrap: anywhere; }
        .toast.error { background: var(--worst); }
        .toast button, .toast button:hover { flex: none; margin-left: auto; background: none; color: inherit; }
        #toast-text button { margin-left: 12px; border-color: currentColor; }

        @media (pointer: coarse) {
          button, select, input { min-height: 40px; }
          .row { padding-block: 9px; }
        }
        """#
}
