import { assert } from './assert.ts';
import { TextPosition } from './text-position.ts';

/** The first place at which a text is not JSON. */
interface JsonProblem {
  readonly offset: number;
  readonly reason: string;
}

/** No field holds more than 64 bits, and converting a million digits to an integer takes seconds. */
export const integerDigitsMax = 400;
export const tooManyDigits = `an integer has more than ${integerDigitsMax} digits`;

/**
 * Why a text is refused, as `JSON.parse` would refuse it. The messages of `JSON.parse` differ between
 * versions of Node, and those about a part of a text would differ from those about the whole.
 */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    new SyntaxCheck(text).run();
    return undefined;
  } catch (error) {
    if (error instanceof Found) return error.problem;
    throw error;
  }
}

/** Why the whole text is refused, and where. */
export function describeJsonProblem(text: string): string {
  const problem = findJsonProblem(text);
  assert(problem !== undefined, 'a text is JSON that cannot be parsed');
  return describeProblem(problem.reason, text.slice(0, problem.offset));
}

/** `earlier` is the position where the text before the problem begins. */
export function describeProblem(
  reason: string,
  before: string,
  earlier = new TextPosition(),
): string {
  earlier.pass(before);
  return `${reason} at ${earlier}`;
}

class Found extends Error {
  readonly problem: JsonProblem;

  constructor(problem: JsonProblem) {
    super(problem.reason);
    this.problem = problem;
  }
}

const space = /[ \t\r\n]*/y;
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const integer = /^-?\d+$/;
const word = /true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON does not allow them within texts
const plainCharacters = /[^"\\\u0000-\u001f]*/y;
const escapeSequence = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

class SyntaxCheck {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    this.#value();
    this.#take(space);
    if (this.#at < this.#text.length) this.#refuse();
  }

  #value(): void {
    this.#take(space);
    const sign = this.#text[this.#at];
    if (sign === '"') this.#quoted();
    else if (sign === '{') this.#items('}', () => this.#member());
    else if (sign === '[') this.#items(']', () => this.#value());
    else if (this.#take(word) === '') this.#number();
  }

  #number(): void {
    const from = this.#at;
    const source = this.#take(number);
    if (source === '') this.#refuse();
    if (source.length <= integerDigitsMax || !integer.test(source)) return;
    throw new Found({ offset: from, reason: tooManyDigits });
  }

  #items(end: string, one: () => void): void {
    this.#at += 1;
    this.#take(space);
    if (this.#text[this.#at] !== end) {
      one();
      this.#take(space);
      while (this.#text[this.#at] === ',') {
        this.#at += 1;
        one();
        this.#take(space);
      }
    }
    this.#expect(end);
  }

  #member(): void {
    this.#take(space);
    if (this.#text[this.#at] !== '"') this.#refuse();
    this.#quoted();
    this.#take(space);
    this.#expect(':');
    this.#value();
  }

  #quoted(): void {
    this.#at += 1;
    do this.#take(plainCharacters);
    while (this.#take(escapeSequence) !== '');
    this.#expect('"');
  }

  #expect(sign: string): void {
    if (this.#text[this.#at] !== sign) this.#refuse();
    this.#at += 1;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? '';
    this.#at += found.length;
    return found;
  }

  #refuse(): never {
    const code = this.#text.codePointAt(this.#at);
    const reason =
      code === undefined ? 'the text ends too early' : `unexpected ${describeCharacter(code)}`;
    throw new Found({ offset: this.#at, reason });
  }
}

function describeCharacter(code: number): string {
  const isVisible = code > 0x20 && code < 0x7f;
  return isVisible
    ? `character ${String.fromCodePoint(code)}`
    : `character U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
