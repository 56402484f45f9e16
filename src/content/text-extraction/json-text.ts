import type { TextSink } from './text-sink.ts';

const escaped = /\\(?:u([0-9a-f]{4})|([bfnrt])|(.))/gis;
/** An escape that continues in the next piece. */
const cutEscape = /\\(?:u[0-9a-f]{0,3})?$/i;

/** JSON as text, with the escapes in its strings decoded. */
export function readJson(pieces: Iterable<string>, sink: TextSink): void {
  let rest = '';
  for (const piece of pieces) {
    if (sink.isFull) return;
    const text = rest + piece;
    const cut = cutEscape.exec(text)?.index ?? text.length;
    rest = text.slice(cut);
    sink.add(unescaped(text.slice(0, cut)));
  }
  sink.add(rest);
}

function unescaped(text: string): string {
  return text.replace(escaped, (_whole, code, control, character) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return control === undefined ? character : ' ';
  });
}
