import { now } from '../base/clock.ts';
import { isAppError } from '../base/errors/app-error.ts';
import { kindOf, type Value } from './values.ts';

const keptMs = 10 * 60 * 1000;
/** Of operations and chains: the last one of each. */
const tracesMax = 100;
const stepsMax = 200;
const errorLengthMax = 1_000;

interface KeptTrace {
  readonly text: string;
  readonly endedAtMs: number;
}

/**
 * What the executions of this process have done, while that is recorded: names and kinds, never the values of
 * parameters, which may be secrets.
 */
export class TraceRecorder {
  isRecording = false;
  readonly #last = new Map<string, KeptTrace>();
  #lastError: KeptTrace | undefined;

  /** Undefined while nothing is recorded. */
  begin(id: string, username: string): Trace | undefined {
    if (!this.isRecording) return undefined;
    return new Trace([`${id}, called by ${username}`, `Begun: ${new Date(now()).toISOString()}`], {
      keep: (text, hasFailed) => this.#keep(id, text, hasFailed),
    });
  }

  /** The last one of the operation or chain. */
  find(id: string): string | undefined {
    return present(this.#last.get(id));
  }

  /** The last one that has failed, of all. */
  get lastError(): string | undefined {
    return present(this.#lastError);
  }

  #keep(id: string, text: string, hasFailed: boolean): void {
    const kept = { text, endedAtMs: now() };
    if (hasFailed) this.#lastError = kept;
    // As the last one: the first is the one that goes.
    this.#last.delete(id);
    this.#last.set(id, kept);
    const [oldest] = this.#last.keys();
    if (this.#last.size > tracesMax && oldest !== undefined) this.#last.delete(oldest);
  }
}

function present(trace: KeptTrace | undefined): string | undefined {
  return trace && now() - trace.endedAtMs < keptMs ? trace.text : undefined;
}

interface TraceEnd {
  keep(text: string, hasFailed: boolean): void;
}

/** One execution while it runs. */
export class Trace {
  readonly #lines: string[];
  readonly #end: TraceEnd;
  #steps = 0;

  constructor(head: readonly string[], end: TraceEnd) {
    this.#lines = [...head];
    this.#end = end;
  }

  step(operation: string, input: Value, params: object): void {
    this.#steps += 1;
    if (this.#steps > stepsMax) return;
    const given = Object.entries(params).filter(([, value]) => value !== null);
    const names = given.map(([name]) => name).join(', ');
    const parameters = names === '' ? '' : `, parameters ${names}`;
    this.#lines.push(`${this.#steps}. ${operation}: input ${kindOf(input)}${parameters}`);
  }

  succeeded(output: Value): void {
    this.#finish(`Output: ${kindOf(output)}`, false);
  }

  failed(error: unknown): void {
    const isShown = isAppError(error) && error.status < 500;
    const reason = isShown ? error.message.slice(0, errorLengthMax) : 'see the log of the server';
    this.#finish(`Error: ${reason}`, true);
  }

  #finish(line: string, hasFailed: boolean): void {
    const left = this.#steps - stepsMax;
    const more = left > 0 ? [`… and ${left} more steps`] : [];
    this.#end.keep([...this.#lines, ...more, line, ''].join('\n'), hasFailed);
  }
}
