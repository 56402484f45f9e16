import { formatBytes, formatCount, formatSeconds } from '../progress-display.ts';
import type { ImportProblem, ImportTally } from './tally.ts';

/** What was not imported, one line each. */
export function describeProblems(tally: ImportTally): string[] {
  return [
    ...lines('left out', tally.omissions, tally.leftOut),
    ...(tally.links > 0 ? [describeLinks(tally.links)] : []),
    ...lines('failed', tally.failures, tally.failed),
  ];
}

function describeLinks(count: number): string {
  const noun = count === 1 ? 'symbolic link' : 'symbolic links';
  return `left out ${formatCount(count)} ${noun}: they are not followed`;
}

function lines(label: string, problems: readonly ImportProblem[], count: number): string[] {
  const found = problems.map(({ source, reason }) => `${label} ${source}: ${reason}`);
  const more = count - problems.length;
  return more > 0 ? [...found, `${label}: ${formatCount(more)} more`] : found;
}

interface ImportEnd {
  readonly seconds: number;
  readonly isDryRun: boolean;
  /** Stopped by a signal. */
  readonly isCut: boolean;
}

export function describeTally(tally: ImportTally, { seconds, isDryRun, isCut }: ImportEnd): string {
  const { created, updated, skipped } = tally.files;
  const counts = [
    `${formatCount(created)} created`,
    `${formatCount(updated)} updated`,
    `${formatCount(skipped)} skipped`,
    `${formatCount(tally.failed)} failed`,
    `${formatCount(tally.foldersCreated)} folders created`,
    formatBytes(tally.bytes),
    `${formatSeconds(seconds)} (${seconds.toFixed(1)} s)`,
  ];
  const label = isDryRun
    ? 'would import'
    : isCut
      ? 'interrupted, run again to continue'
      : 'imported';
  return `${label}: ${counts.join(', ')}`;
}
