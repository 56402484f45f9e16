import { monotonicMs, repeat } from '../base/clock.ts';

const barIntervalMs = 200;
const lineIntervalMs = 5_000;
const barWidth = 24;
const usualWidth = 80;

/** What is shown of a long command. */
export interface Progress {
  /** What is done and what is left, without the bar. */
  describe(): string;
  /** From 0 to 1; undefined while it is not known. */
  share(): number | undefined;
}

/** Shows progress on standard error: a bar on a terminal, a line every few seconds elsewhere. */
export class ProgressDisplay {
  readonly #progress: Progress;
  readonly #output: NodeJS.WriteStream;
  readonly #endShowing: () => void;

  constructor(progress: Progress, output: NodeJS.WriteStream) {
    this.#progress = progress;
    this.#output = output;
    const intervalMs = output.isTTY ? barIntervalMs : lineIntervalMs;
    this.#endShowing = repeat(intervalMs, () => this.#show());
  }

  end(): void {
    this.#endShowing();
    if (this.#output.isTTY) this.#output.write(clearLine);
  }

  #show(): void {
    const line = this.#progress.describe();
    if (!this.#output.isTTY) this.#output.write(`${line}\n`);
    else this.#output.write(clearLine + `${this.#bar()} ${line}`.slice(0, this.#width()));
  }

  /** A line that wraps could not be cleared. Some terminals do not report their width. */
  #width(): number {
    return (this.#output.columns || usualWidth) - 1;
  }

  #bar(): string {
    const share = this.#progress.share();
    if (share === undefined) return `[${'.'.repeat(barWidth)}]`;
    return `[${'#'.repeat(Math.round(Math.min(1, share) * barWidth)).padEnd(barWidth, '.')}]`;
  }
}

const clearLine = '\r\u001b[K';

/** Counts the seconds since it was made. */
export class Stopwatch {
  readonly #startedMs = monotonicMs();

  get seconds(): number {
    return (monotonicMs() - this.#startedMs) / 1000;
  }
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

const byteUnits = ['bytes', 'kB', 'MB', 'GB', 'TB'];

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${byteUnits[unit]}`;
}

export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, index) => String(part).padStart(index === 0 ? 1 : 2, '0')).join(':');
}
