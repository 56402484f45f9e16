import { parseJson } from '../../base/json.ts';
import { type ExplainedPlan, planShape } from './plan-shape.ts';
import type { PostgresPool } from './postgres-pool.ts';
import type { QueryResult, QueryText } from './query-target.ts';

/** Planning takes about a millisecond: a statement that takes longer by far gains little from a kept plan. */
const slowMsDefault = 20;

const waitingMax = 20;

interface Comparison {
  readonly query: QueryText;
  readonly onResult: (isSame: boolean) => void;
}

interface PlanWatchOptions {
  /** A kept plan is compared again after a run that took as long. */
  readonly slowMs?: number | undefined;
}

/**
 * Compares the plan that the server would keep for a text, which serves all values, with the one
 * for the values at hand. Where they differ, the text is planned for its values each time: a kept
 * plan must not read a table to find a rare value because most values are frequent.
 */
export class PlanWatch {
  readonly #pool: PostgresPool;
  readonly #slowMs: number;
  readonly #waiting = new Map<string, Comparison>();
  #running: Promise<void> | undefined;

  constructor(pool: PostgresPool, { slowMs = slowMsDefault }: PlanWatchOptions = {}) {
    this.#pool = pool;
    this.#slowMs = slowMs;
  }

  isSlow(tookMs: number): boolean {
    return tookMs >= this.#slowMs;
  }

  /** Beside the statements of requests, one after the other: false if too many wait. */
  compare(query: QueryText, onResult: (isSame: boolean) => void): boolean {
    if (this.#waiting.size >= waitingMax) return false;
    this.#waiting.set(query.text, { query, onResult });
    this.#running ??= this.#compareAll().finally(() => {
      this.#running = undefined;
    });
    return true;
  }

  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#running;
  }

  async #compareAll(): Promise<void> {
    for (const [text, { query, onResult }] of this.#waiting) {
      // Without a result the text stays as it is.
      await this.#compare(query).then(onResult, () => undefined);
      this.#waiting.delete(text);
    }
  }

  async #compare({ text, values }: QueryText): Promise<boolean> {
    const connection = await this.#pool.connect();
    try {
      const shapes = await Promise.all(
        connection.queryEach([
          { text: `explain (format json) ${text}`, values: values ?? [] },
          { text: `explain (generic_plan, format json) ${text}` },
        ]),
      );
      const [own, kept] = shapes.map(shapeIn);
      return own === kept;
    } finally {
      connection.release();
    }
  }
}

function shapeIn({ rows }: QueryResult): string {
  const [row] = rows as { 'QUERY PLAN': string }[];
  return planShape(parseJson(row?.['QUERY PLAN'] ?? '[]') as unknown as ExplainedPlan);
}
