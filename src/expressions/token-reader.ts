import { limitReached, shown } from './expression-error.ts';
import { Lexer, syntaxError, type Token } from './lexer.ts';
import { expressionLimits } from './limits.ts';

/** Words of constructs that the language does not have, and what to use instead. */
const leftOut: ReadonlyMap<string, string> = new Map([
  ['new', 'objects cannot be created; lists are [a, b], maps ["k": v]'],
  ['import', 'there is nothing to import'],
  ['import_static', 'there is nothing to import'],
  ['def', 'functions cannot be defined'],
  ['function', 'functions cannot be defined'],
  ['proto', 'types cannot be defined'],
  ['class', 'types cannot be defined'],
  ['for', 'the only loop is foreach (x : list) { … }'],
  ['while', 'the only loop is foreach (x : list) { … }'],
  ['until', 'the only loop is foreach (x : list) { … }'],
  ['do', 'the only loop is foreach (x : list) { … }'],
  ['switch', 'use if and else'],
  ['with', 'name the object each time'],
  ['return', 'the last value of a script is its result'],
  ['instanceof', 'types cannot be asked for'],
  ['is', 'types cannot be asked for'],
  ['->', 'functions cannot be defined'],
  ['=>', 'functions cannot be defined'],
]);

/** The tokens of a source with a lookahead of one, and the nesting depth of brackets. */
export class TokenReader {
  readonly #lexer: Lexer;
  #ahead: Token;
  #depth = 0;

  constructor(source: string, from = 0) {
    this.#lexer = new Lexer(source, from);
    this.#ahead = this.#lexer.next();
  }

  peek(): Token {
    return this.#ahead;
  }

  take(): Token {
    const token = this.#ahead;
    this.#ahead = this.#lexer.next();
    return token;
  }

  isSymbol(...symbols: readonly string[]): boolean {
    return this.#ahead.kind === 'symbol' && symbols.includes(this.#ahead.text);
  }

  isName(name: string): boolean {
    return this.#ahead.kind === 'name' && this.#ahead.text === name;
  }

  /** Consumes the symbol when it is next. */
  skip(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false;
    this.take();
    return true;
  }

  expect(symbol: string): void {
    if (!this.skip(symbol)) throw this.unexpected(`"${symbol}"`);
  }

  expectName(): string {
    if (this.#ahead.kind !== 'name') throw this.unexpected('a name');
    return this.take().text;
  }

  expectEnd(): void {
    if (this.#ahead.kind !== 'end') throw this.unexpected('an operator or the end');
  }

  unexpected(expected: string): Error {
    const { kind, text, from } = this.#ahead;
    if (kind === 'end') return syntaxError('Unexpected end', from, expected);
    const hint = kind === 'text' ? undefined : leftOut.get(text);
    const what = hint === undefined ? 'Unexpected' : 'Not part of the language:';
    const why = hint === undefined ? '' : ` (${hint})`;
    return syntaxError(`${what} ${shown(text)}${why}`, from, expected);
  }

  nested<T>(read: () => T): T {
    this.#depth += 1;
    if (this.#depth > expressionLimits.nestingDepthMax) {
      throw limitReached(
        `The expression is nested more than ${expressionLimits.nestingDepthMax} deep; split it up`,
      );
    }
    const result = read();
    this.#depth -= 1;
    return result;
  }
}

export function isLeftOut(word: string): boolean {
  return leftOut.has(word);
}
