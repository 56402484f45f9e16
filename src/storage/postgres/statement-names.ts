import { LRUCache } from 'lru-cache';
import type { Compilable } from '../statement.ts';
import type { PlanWatch } from './plan-watch.ts';
import type { QueryText } from './query-target.ts';

/** Texts that callers build: of so many the uses are counted. */
const textsMax = 500;
const textLengthMax = 20_000;
/** With this use the plan of a text is compared, and again whenever their number has doubled since. */
const firstComparedUse = 3;
/** Or after so many: tables grow. */
const usesUncomparedMax = 1_000;

/** What is known of a text. */
interface Use {
  times: number;
  nextComparison: number;
  /** While it has one, the server plans it once for all values. */
  name: string | undefined;
  /** Its plan depends on its values. */
  isSkewed: boolean;
}

/**
 * Names of prepared statements. The server keeps what it made of a named text for as long as the
 * connection lasts, so a name always stands for the same text, in all connections of the process.
 */
export class StatementNames {
  readonly #watch: PlanWatch;
  readonly #fixed = new Map<string, string>();
  readonly #uses = new LRUCache<string, Use>({ max: textsMax });
  #count = 0;

  readonly #isKept: boolean;

  /** `isKept`: whether the server keeps what is prepared; otherwise no text is planned for all values. */
  constructor(watch: PlanWatch, { isKept }: { readonly isKept: boolean }) {
    this.#watch = watch;
    this.#isKept = isKept;
  }

  /** Of a text of the program, of which there is a bounded number. */
  ofFixed(sql: string): string {
    const known = this.#fixed.get(sql);
    if (known !== undefined) return known;
    const name = this.#next();
    this.#fixed.set(sql, name);
    return name;
  }

  /** A text that may differ with each request. It has a name if it came before, and lately. */
  built(query: Compilable<unknown>): QueryText {
    const { sql, parameters } = query.compile();
    const values = [...parameters];
    const name = this.#uses.get(sql)?.name;
    return name === undefined
      ? { text: sql, values }
      : { text: sql, values, name, plan: 'for all values' };
  }

  /** After a built text has found its rows. */
  noteUse(query: QueryText, tookMs: number): void {
    const { text } = query;
    if (!this.#isKept) return;
    if (text.length > textLengthMax || !text.startsWith('select')) return;
    const use = this.#useOf(text);
    use.times += 1;
    if (use.isSkewed) return;
    const isSlow = use.name !== undefined && this.#watch.isSlow(tookMs);
    if (!isSlow && use.times < use.nextComparison) return;
    const isCompared = this.#watch.compare(query, (isSame) => {
      use.isSkewed = !isSame;
      use.name = isSame ? (use.name ?? this.#next()) : undefined;
    });
    if (isCompared) use.nextComparison = use.times + Math.min(use.times, usesUncomparedMax);
  }

  #useOf(text: string): Use {
    const known = this.#uses.get(text);
    if (known) return known;
    const use = { times: 0, nextComparison: firstComparedUse, name: undefined, isSkewed: false };
    this.#uses.set(text, use);
    return use;
  }

  #next(): string {
    this.#count += 1;
    return `s${this.#count}`;
  }
}
