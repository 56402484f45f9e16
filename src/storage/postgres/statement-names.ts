import { LRUCache } from 'lru-cache';

/** Texts that callers build: as many are counted, of which those that come again get a name. */
const textsMax = 500;
const textLengthMax = 20_000;
/** As often a text is sent before it gets a name. */
const usesUnnamed = 2;

interface Use {
  times: number;
  name: string | undefined;
}

/**
 * Names of prepared statements. The server keeps what it made of a named text for as long as the
 * connection lasts, so a name always stands for the same text, in all connections of the process.
 */
class StatementNames {
  readonly #fixed = new Map<string, string>();
  readonly #texts = new LRUCache<string, Use>({ max: textsMax });
  #count = 0;

  /** Of a text of the program, of which there is a bounded number. */
  ofFixed(sql: string): string {
    const known = this.#fixed.get(sql);
    if (known !== undefined) return known;
    const name = this.#next();
    this.#fixed.set(sql, name);
    return name;
  }

  /** Of a text that may differ with each request: undefined unless it was sent before, and lately. */
  ofBuilt(sql: string): string | undefined {
    if (sql.length > textLengthMax) return undefined;
    const use = this.#texts.get(sql);
    if (!use) {
      this.#texts.set(sql, { times: 1, name: undefined });
      return undefined;
    }
    use.times += 1;
    if (use.times > usesUnnamed) use.name ??= this.#next();
    return use.name;
  }

  #next(): string {
    this.#count += 1;
    return `s${this.#count}`;
  }
}

export const statementNames = new StatementNames();
