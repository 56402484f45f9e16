import {
  formatBytes,
  formatCount,
  formatSeconds,
  type Progress,
  ProgressDisplay,
  Stopwatch,
} from '../progress-display.ts';
import type { ImportTally } from './tally.ts';

/** The progress of an import. `expectedFiles` grows while files are counted; then the end is estimated. */
export class ImportProgress implements Progress {
  expectedFiles = 0;
  isCounted = false;
  readonly #tally: ImportTally;
  readonly #stopwatch = new Stopwatch();
  readonly #display: ProgressDisplay;

  constructor(tally: ImportTally, output: NodeJS.WriteStream) {
    this.#tally = tally;
    this.#display = new ProgressDisplay(this, output);
  }

  get seconds(): number {
    return this.#stopwatch.seconds;
  }

  end(): void {
    this.#display.end();
  }

  describe(): string {
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

  share(): number | undefined {
    if (!this.isCounted || this.expectedFiles === 0) return undefined;
    return this.#tally.filesDone / this.expectedFiles;
  }
}
