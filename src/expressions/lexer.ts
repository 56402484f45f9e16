import { invalid, limitReached, shown } from './expression-error.ts';
import { expressionLimits } from './limits.ts';
import { toInteger } from './numbers.ts';

export interface Token {
  readonly kind: 'name' | 'number' | 'text' | 'symbol' | 'end';
  /** As written; for a string, its value. */
  readonly text: string;
  /** Of a number. */
  readonly number?: number | bigint;
  readonly isDecimal?: boolean;
  /** Offsets into the source. */
  readonly from: number;
  readonly to: number;
}

const blank = /(?:\s+|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const name = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
const number = /(\d+)(\.\d+)?(e[+-]?\d+)?([ldf])?/iy;
const namePart = /[\p{L}\p{N}_$]/uy;
/** Longest first. `->` and `=>` are read only to report that there are no lambdas. */
const symbol = /\.\?|\?\.|&&|\|\||==|!=|<=|>=|->|=>|[()[\]{}.,:;?+\-*/%<>!=]/y;

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
]);

export function requireSourceLength(source: string): void {
  if (source.length > expressionLimits.sourceLengthMax) {
    throw limitReached(
      `The expression has more than ${expressionLimits.sourceLengthMax} characters; split it up`,
    );
  }
}

/** `Unexpected ")" at position 5, expected a value`; positions count from one. */
export function syntaxError(what: string, offset: number, expected: string): Error {
  return invalid(`${what} at position ${offset + 1}, expected ${expected}`);
}

/** Reads one token at a time and never ahead: in a template, text follows. */
export class Lexer {
  readonly source: string;
  #at: number;
  #count = 0;

  constructor(source: string, from = 0) {
    this.source = source;
    this.#at = from;
  }

  next(): Token {
    this.#count += 1;
    if (this.#count > expressionLimits.tokensMax) {
      throw limitReached(
        `The expression has more than ${expressionLimits.tokensMax} words and signs; split it up`,
      );
    }
    this.#at += this.#match(blank)?.[0].length ?? 0;
    const token = this.#read();
    this.#at = token.to;
    return token;
  }

  #match(pattern: RegExp, at = this.#at): RegExpExecArray | null {
    pattern.lastIndex = at;
    return pattern.exec(this.source);
  }

  #read(): Token {
    const from = this.#at;
    const first = this.source[from];
    if (first === undefined) return { kind: 'end', text: '', from, to: from };
    if (first === '"' || first === "'") return this.#readText(first);
    if (first >= '0' && first <= '9') return this.#readNumber();
    const found = this.#match(name);
    if (found) return { kind: 'name', text: found[0], from, to: from + found[0].length };
    const sign = this.#match(symbol);
    if (sign) return { kind: 'symbol', text: sign[0], from, to: from + sign[0].length };
    const character = String.fromCodePoint(this.source.codePointAt(from) ?? 0);
    throw syntaxError(`Unexpected ${shown(character)}`, from, 'a name, a value or an operator');
  }

  #readNumber(): Token {
    const from = this.#at;
    const [written = '', whole = '', fraction, exponent, suffix] = this.#match(number) ?? [];
    const to = from + written.length;
    if (this.#match(namePart, to)) {
      throw syntaxError(`Malformed number ${shown(written)}`, from, 'digits');
    }
    const isDecimal = [fraction, exponent].some(Boolean) || /[df]/i.test(suffix ?? '');
    if (isDecimal && /l/i.test(suffix ?? '')) {
      throw syntaxError(`Malformed number ${shown(written)}`, from, 'an integer before the L');
    }
    const value = isDecimal ? decimal(whole, fraction, exponent) : toInteger(whole);
    return { kind: 'number', text: written, number: value, isDecimal, from, to };
  }

  #readText(quote: string): Token {
    const from = this.#at;
    let made = '';
    let at = from + 1;
    for (;;) {
      const character = this.source[at];
      if (character === undefined) {
        throw syntaxError('Unfinished text', from, `a closing ${quote}`);
      }
      if (character === quote) return { kind: 'text', text: made, from, to: at + 1 };
      if (character === '\\') {
        const { stands, length } = this.#readEscape(at);
        made += stands;
        at += length;
      } else {
        made += character;
        at += 1;
      }
    }
  }

  #readEscape(at: number): { stands: string; length: number } {
    const sign = this.source[at + 1] ?? '';
    const code = /^u([0-9a-f]{4})/i.exec(this.source.slice(at + 1, at + 6))?.[1];
    if (code !== undefined) {
      return { stands: String.fromCharCode(Number.parseInt(code, 16)), length: 6 };
    }
    const stands = escapes.get(sign);
    if (stands === undefined) {
      throw syntaxError(
        `Unknown escape ${shown(`\\${sign}`)}`,
        at,
        'one of \\n \\t \\r \\b \\f \\\\ \\\' \\" \\uXXXX',
      );
    }
    return { stands, length: 2 };
  }
}

function decimal(whole: string, fraction = '', exponent = ''): number {
  const value = Number(whole + fraction + exponent);
  if (Number.isFinite(value)) return value;
  throw limitReached('A decimal number is too large; write one below 1.7e308');
}
