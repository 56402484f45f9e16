/**
 * The JSON parser of V8 13 and 14 (Node 24 to 26) may read a name with an escape as another one: once any
 * object has had a name that ends with a backslash at a place, `{"a":1,"\"":2}` has the members `a` and `\`
 * (https://github.com/nodejs/node/issues/63785). Texts with such names are therefore parsed with other
 * names, without escapes, which are replaced afterwards.
 */

type Reviver = (key: string, value: unknown, context?: { source?: string }) => unknown;

const parse = JSON.parse as (text: string, reviver?: Reviver) => unknown;

/** Whether a name of a member has an escape. Texts without a backslash, nearly all, are searched at once. */
export function hasEscapedName(text: string): boolean {
  for (let at = text.indexOf('\\'); at >= 0; at = text.indexOf('\\', at)) {
    const end = endOfString(text, at);
    if (end < 0) return false;
    if (isName(text, end)) return true;
    at = end;
  }
  return false;
}

/** As `JSON.parse`, also for names with escapes. @throws SyntaxError */
export function parseEscapedNames(text: string, reviver?: Reviver): unknown {
  parse(text);
  const names: string[] = [];
  const replaced = replaceNames(text, (name) => `"n${names.push(parse(name) as string) - 1}"`);
  return parse(replaced, (key, value, context) => {
    const revived = reviver ? reviver(key, value, context) : value;
    return isObject(revived) ? restoreNames(revived, names) : revived;
  });
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function restoreNames(members: object, names: readonly string[]): object {
  const restored = {};
  for (const [key, value] of Object.entries(members)) {
    const name = names[Number(key.slice(1))] ?? '';
    // An assignment to `__proto__` would make no member.
    Object.defineProperty(restored, name, {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    });
  }
  return restored;
}

/** The text is JSON. */
function replaceNames(text: string, replacement: (name: string) => string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = text.indexOf('"'); at >= 0; at = text.indexOf('"', at + 1)) {
    const start = at;
    at = endOfString(text, start + 1);
    if (!isName(text, at)) continue;
    parts.push(text.slice(from, start), replacement(text.slice(start, at + 1)));
    from = at + 1;
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The quotation mark that ends the string in which `from` is, or -1. No escape begins before `from`. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from);
  while (end >= 0 && backslashesBefore(text, end, from) % 2 === 1) end = text.indexOf('"', end + 1);
  return end;
}

function backslashesBefore(text: string, end: number, from: number): number {
  let at = end;
  while (at > from && text.charCodeAt(at - 1) === 0x5c) at -= 1;
  return end - at;
}

const colonNext = /[ \t\r\n]*:/y;

function isName(text: string, end: number): boolean {
  colonNext.lastIndex = end + 1;
  return colonNext.test(text);
}
