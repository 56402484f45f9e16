/** A structured header such as `form-data; name="a"`: its value and its parameters. */
export interface ParameterHeader {
  /** Before the first `;`, trimmed; may be empty. */
  readonly value: string;
  /** Name in lower case → value, quotes and escapes resolved. Of two with one name the first is used. */
  readonly parameters: ReadonlyMap<string, string>;
}

const parameter = /;\s*([^\s=;]+)\s*=\s*(?:"((?:[^"\\]|\\[\s\S])*)(?:"|\\?$)|([^;]*))/g;

/** Never fails: invalid parts are left out, an open quotation ends with the header. */
export function parseParameterHeader(text: string): ParameterHeader {
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, bare = ''] of text.matchAll(parameter)) {
    const key = name.toLowerCase();
    if (parameters.has(key)) continue;
    parameters.set(key, quoted === undefined ? bare.trim() : unescapeQuoted(quoted));
  }
  return { value: text.split(';', 1)[0]?.trim() ?? '', parameters };
}

/** Some clients quote without escaping (`C:\a`): only required escapes are undone. */
function unescapeQuoted(text: string): string {
  return text.replace(/\\(["\\])/g, '$1');
}

/**
 * A parameter that may be sent in the extended forms of RFC 2231 (`name*=UTF-8''...`, `name*0*=`),
 * which have priority over the plain one.
 */
export function findExtendedParameter(
  { parameters }: ParameterHeader,
  name: string,
): string | undefined {
  const whole = parameters.get(`${name}*`);
  const extended = whole === undefined ? joinSections(parameters, name) : decodeExtended(whole);
  return extended ?? parameters.get(name);
}

/** Undefined when there is no charset or the bytes are not text in it. */
function decodeExtended(text: string): string | undefined {
  const match = /^([^']+)'[^']*'([\s\S]*)$/.exec(text);
  return match ? decodeBytes(percentBytes(match[2] ?? ''), match[1] ?? '') : undefined;
}

/** `name*0*=UTF-8''a; name*1=b`: sections with a star are encoded, the first one names the charset. */
function joinSections(parameters: ReadonlyMap<string, string>, name: string): string | undefined {
  let charset = 'utf-8';
  const pieces: Buffer[] = [];
  for (let index = 0; ; index += 1) {
    const encoded = parameters.get(`${name}*${index}*`);
    const plain = parameters.get(`${name}*${index}`);
    if (encoded === undefined && plain === undefined) break;
    const opening = index === 0 ? /^([^']+)'[^']*'/.exec(encoded ?? '') : null;
    charset = opening?.[1] ?? charset;
    const text = encoded?.slice(opening?.[0].length ?? 0);
    pieces.push(text === undefined ? Buffer.from(plain ?? '') : percentBytes(text));
  }
  return pieces.length === 0 ? undefined : decodeBytes(Buffer.concat(pieces), charset);
}

/** A `%` without two hexadecimal digits is literal. */
function percentBytes(text: string): Buffer {
  const pieces = text.split(/(%[0-9a-f]{2})/i);
  return Buffer.concat(
    pieces.map((piece, index) =>
      index % 2 === 1 ? Buffer.from(piece.slice(1), 'hex') : Buffer.from(piece),
    ),
  );
}

function decodeBytes(bytes: Buffer, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
