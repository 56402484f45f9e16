import type { Token, TokenKind } from './lexer.ts';
import type { Refuse } from './query-error.ts';
import { queryLimits } from './query-limits.ts';

/** The position of the parser, and its bounds. */
export class TokenCursor {
  readonly text: string;
  readonly refuse: Refuse;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;
  #conditions = 0;

  constructor(text: string, tokens: readonly Token[], refuse: Refuse) {
    this.text = text;
    this.#tokens = tokens;
    this.refuse = refuse;
  }

  get current(): Token {
    return this.#tokens[this.#at] as Token;
  }

  /** The token after the current one; the end repeats. */
  get following(): Token {
    return this.#tokens[Math.min(this.#at + 1, this.#tokens.length - 1)] as Token;
  }

  advance(): Token {
    const token = this.current;
    if (token.kind !== 'end') this.#at += 1;
    return token;
  }

  is(kind: TokenKind, ...texts: readonly string[]): boolean {
    const { current } = this;
    return current.kind === kind && (texts.length === 0 || texts.includes(current.text));
  }

  accept(kind: TokenKind, ...texts: readonly string[]): Token | undefined {
    return this.is(kind, ...texts) ? this.advance() : undefined;
  }

  expect(kind: TokenKind, expected: string, ...texts: readonly string[]): Token {
    return this.accept(kind, ...texts) ?? this.unexpected(expected);
  }

  unexpected(expected: string): never {
    const { offset, end, kind } = this.current;
    const shown = kind === 'end' ? 'EOF' : this.text.slice(offset, Math.min(end, offset + 100));
    return this.refuse(
      `Syntax error: Invalid token <${shown.toWellFormed()}> at offset ${offset}: expected ${expected}`,
      offset,
    );
  }

  /** Runs `parse` one level deeper. */
  nested<T>(parse: () => T): T {
    this.#depth += 1;
    if (this.#depth > queryLimits.depthMax) {
      const { offset } = this.current;
      this.refuse(`nested deeper than ${queryLimits.depthMax} levels at offset ${offset}`, offset);
    }
    const result = parse();
    this.#depth -= 1;
    return result;
  }

  countCondition(): void {
    this.#conditions += 1;
    if (this.#conditions <= queryLimits.conditionsMax) return;
    const { offset } = this.current;
    this.refuse(
      `more than ${queryLimits.conditionsMax} conditions at offset ${offset}; use IN`,
      offset,
    );
  }

  /** A list of what `parse` reads, separated by commas. */
  list<T>(parse: () => T, max: number): T[] {
    const items = [parse()];
    while (this.accept('operator', ',')) {
      if (items.length >= max) {
        const { offset } = this.current;
        this.refuse(`a list of more than ${max} elements at offset ${offset}`, offset);
      }
      items.push(parse());
    }
    return items;
  }
}
