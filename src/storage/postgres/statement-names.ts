import { LRUCache } from 'lru-cache';
import type { Compilable } from '../statement.ts';
import type { PlanWatch } from './plan-watch.ts';
import type { QueryText } from './query-target.ts';

/** Texts that callers build: of so many the uses are counted. */
const textsMax = 500;
const textLengthMax = 20_000;
/** With this use the plan of a text is looked at, and whenever their number has doubled since. */
const firstCheckedUse = 3;
/** And after so many in any case: tables grow. */
const usesBetweenChecks = 1_000;

/** What is known of a text. */
interface Use {
  times: number;
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

  constructor(watch: PlanWatch) {
    this.#watch = watch;
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
    if (text.length > textLengthMax || !text.startsWith('select')) return;
    const use = this.#uses.get(text) ?? { times: 0, name: undefined, isSkewed: false };
    if (use.times === 0) this.#uses.set(text, use);
    use.times += 1;
    if (use.isSkewed) return;
    const isSlow = use.name !== undefined && this.#watch.isSlow(tookMs);
    if (!isSlow && !isChecked(use.times)) return;
    this.#watch.compare(query, (isSame) => {
      use.isSkewed = !isSame;
      use.name = isSame ? (use.name ?? this.#next()) : undefined;
    });
  }

  #next(): string {
    this.#count += 1;
    return `s${this.#count}`;
  }
}

function isChecked(times: number): boolean {
  if (times % usesBetweenChecks === 0) return true;
  return times % firstCheckedUse === 0 && Number.isInteger(Math.log2(times / firstCheckedUse));
}
