extension Page {
    /// The script that parses JSON and finds its errors.
    static let jsonScript = #"""
        // Parses JSON for the editor: the kind of each token, and the first error with its line and column.

        const pieces = /"(?:[^"\\\n]|\\.)*"?|-?\d[\d.eE+-]*|[A-Za-z_]+|[{}[\],:]|[ \t\r\n]+|[^]/g;
        const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
        const string = /^"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"$/;

        // Splits a text into tokens `{ kind, text, at }`, which together are the whole text.
        export function tokens(text) {
          const found = [];
          for (const match of text.matchAll(pieces)) {
            found.push({ kind: kindOf(match[0]), text: match[0], at: match.index });
          }
          // A string before a colon is a name.
          let previous = null;
          for (const token of found) {
            if (token.kind === "space") continue;
            if (token.text === ":" && previous?.kind === "string") previous.kind = "name";
            previous = token;
          }
          return found;
        }

        function kindOf(text) {
          if (/^\s/.test(text)) return "space";
          if (text[0] === '"') return string.test(text) ? "string" : "wrong";
          if (/^[-\d]/.test(text)) return number.test(text) ? "number" : "wrong";
          if (text === "true" || text === "false" || text === "null") return "word";
          return "{}[],:".includes(text) ? "mark" : "wrong";
        }

        // Returns the first error as `{ line, column, at, message }`, or null if the text is JSON.
        export function firstError(text) {
          const all = tokens(text).filter((token) => token.kind !== "space");
          let next = 0;
          let error = null;
          const stack = [];
          // The token that may come next.
          let state = "value";
          while (!error) {
            const token = all[next];
            if (state === "after" && stack.length === 0) {
              if (token) error = fault(token, "the end of the text");
              break;
            }
            if (!token) {
              error = fault(null, expectation(state, stack));
              break;
            }
            next += 1;
            state = step(state, token, stack) ?? ((error = fault(token, expectation(state, stack))), state);
          }
          return error;

          function fault(token, expected) {
            const at = token ? token.at : text.length;
            const lines = text.slice(0, at).split("\n");
            const found = token ? `“${token.text.trim().slice(0, 24)}”` : "the end of the text";
            const reason = token ? flaw(token) : null;
            const [line, column] = [lines.length, lines[lines.length - 1].length + 1];
            const message = reason ?? `expected ${expected}, found ${found}`;
            return { line, column, at, message: `Line ${line}, column ${column}: ${message}.` };
          }
        }

        function step(state, token, stack) {
          const { kind, text } = token;
          if (state === "value" || state === "value or ]") {
            if (["string", "number", "word"].includes(kind)) return "after";
            if (text === "{") return stack.push("}"), "name or }";
            if (text === "[") return stack.push("]"), "value or ]";
            return text === "]" && state === "value or ]" ? (stack.pop(), "after") : null;
          }
          if (state === "name" || state === "name or }") {
            if (kind === "name" || kind === "string") return "colon";
            return text === "}" && state === "name or }" ? (stack.pop(), "after") : null;
          }
          if (state === "colon") return text === ":" ? "value" : null;
          if (text === stack[stack.length - 1]) return stack.pop(), "after";
          return text === "," ? (stack[stack.length - 1] === "}" ? "name" : "value") : null;
        }

        function expectation(state, stack) {
          if (state === "after") return `“,” or “${stack[stack.length - 1]}”`;
          return {
            value: "a value", "value or ]": "a value or “]”", name: "a name in quotes",
            "name or }": "a name in quotes or “}”", colon: "“:”",
          }[state];
        }

        // Returns the error in a token by itself.
        function flaw(token) {
          if (token.kind !== "wrong") return null;
          if (token.text[0] === '"') {
            const isShut = token.text.length > 1 && token.text.endsWith('"');
            return isShut
              ? "the string has an escape or a character that is not valid in JSON" : "the string is not closed";
          }
          return /^[-\d]/.test(token.text) ? `“${token.text}” is not a number` : null;
        }

        // Returns JSON in lines with indentation, or any other text unchanged.
        export function pretty(text) {
          if (firstError(text)) return text;
          // Use tokens instead of values, so that numbers stay as written.
          const all = tokens(text).filter((token) => token.kind !== "space");
          let [out, depth] = ["", 0];
          const line = () => `\n${"  ".repeat(depth)}`;
          all.forEach((token, index) => {
            const before = all[index - 1]?.text;
            if (token.text === "}" || token.text === "]") {
              depth -= 1;
              if (before !== "{" && before !== "[") out += line();
            } else if (before === "{" || before === "[") out += line();
            out += token.text;
            if (token.text === "{" || token.text === "[") depth += 1;
            if (token.text === ",") out += line();
            if (token.text === ":") out += " ";
          });
          return out;
        }
        """#
}
