import { formatBytes, formatCount, formatSeconds } from '../progress-display.ts';
import { plural } from '../terminal.ts';
import type { CopyProgress } from './progress.ts';

const incomplete =
  'the target is not complete: put good files in their places in the source and run the command again, or run it with --leave-damaged';

export function describeCopy(progress: CopyProgress, isComplete: boolean): string {
  const { rowsCopied, contentsCopied, contentsPresent, bytesCopied, damaged, seconds } = progress;
  const counts = [
    `${plural(rowsCopied, 'row')} copied`,
    `${plural(contentsCopied, 'file')} copied`,
    formatBytes(bytesCopied),
    `${formatCount(contentsPresent)} there already`,
    `${formatCount(damaged.length)} damaged`,
    formatSeconds(seconds),
  ].join(', ');
  return isComplete ? counts : `${counts}\n${incomplete}`;
}
