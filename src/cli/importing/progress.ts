import { monotonicMs, repeat } from '../../base/clock.ts';
import type { ImportTally } from './tally.ts';

const barIntervalMs = 200;
const lineIntervalMs = 5_000;
const barWidth = 24;
const usualWidth = 80;

/**
 * Shows the progress of an import on standard error: a bar on a terminal, a line every few seconds
 * elsewhere. `expectedFiles` grows while files are counted; then the end is estimated.
 */
export class ImportProgress {
  expectedFiles = 0;
  isCounted = false;
  readonly #tally: ImportTally;
  readonly #output: NodeJS.WriteStream;
  readonly #startedMs = monotonicMs();
  readonly #endShowing: () => void;

  constructor(tally: ImportTally, output: NodeJS.WriteStream) {
    this.#tally = tally;
    this.#output = output;
    const intervalMs = output.isTTY ? barIntervalMs : lineIntervalMs;
    this.#endShowing = repeat(intervalMs, () => this.#show());
  }

  get seconds(): number {
    return (monotonicMs() - this.#startedMs) / 1000;
  }

  end(): void {
    this.#endShowing();
    if (this.#output.isTTY) this.#output.write(clearLine);
  }

  #show(): void {
    const line = this.#describe();
    if (!this.#output.isTTY) this.#output.write(`${line}\n`);
    else this.#output.write(clearLine + `${this.#bar()} ${line}`.slice(0, this.#width()));
  }

  /** A line that wraps could not be cleared. Some terminals do not report their width. */
  #width(): number {
    return (this.#output.columns || usualWidth) - 1;
  }

  #describe(): string {
    const { filesDone, bytes } = this.#tally;
    const expected = this.isCounted ? `/${formatCount(this.expectedFiles)}` : '';
    const rate = filesDone / this.seconds;
    const parts = [
      `${formatCount(filesDone)}${expected} files`,
      formatBytes(bytes),
      `${formatCount(Math.round(rate))} files/s`,
    ];
    const left = this.expectedFiles - filesDone;
    if (this.isCounted && rate > 0 && left >= 0) parts.push(`${formatSeconds(left / rate)} left`);
    return parts.join(', ');
  }

  #bar(): string {
    if (!this.isCounted || this.expectedFiles === 0) return `[${'.'.repeat(barWidth)}]`;
    const share = Math.min(1, this.#tally.filesDone / this.expectedFiles);
    return `[${'#'.repeat(Math.round(share * barWidth)).padEnd(barWidth, '.')}]`;
  }
}

const clearLine = '\r\u001b[K';

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
