import { describeError } from '../api/errors.ts';
import type { Formats } from '../i18n/formats.ts';
import type { MessageId, Text } from '../i18n/i18n.tsx';
import type { UploadsShown } from './engine.ts';
import { UploadProblem } from './problem.ts';
import type { Upload } from './upload.ts';

export function stateText({ state, answer, facts, confirmedBytes }: Upload): MessageId {
  if (state === 'done' && answer === 'new-version') return 'uploads.state.newVersion';
  if (state === 'running' && facts.size > 0 && confirmedBytes === facts.size) {
    return 'uploads.state.making';
  }
  return `uploads.state.${state}`;
}

const problemTexts = {
  unreadable: 'uploads.unreadable',
  'not-allowed': 'uploads.mayNotAdd',
  'folder-among-many': 'uploads.folderAmongMany',
} as const satisfies Record<UploadProblem['reason'], MessageId>;

/** What is wrong with an upload, or what the user should know of it. */
export function remarkOf(
  upload: Upload,
  text: Text,
): { readonly isProblem: boolean; readonly parts: readonly string[] } | undefined {
  const { error, state, hasStartedAgain } = upload;
  if (error instanceof UploadProblem) {
    return { isProblem: true, parts: [text(problemTexts[error.reason])] };
  }
  if (error !== undefined) {
    const { message, detail, requestId } = describeError(error);
    const request = requestId && text('error.requestId', { id: requestId });
    return {
      isProblem: true,
      parts: [text(message), detail, request].filter((each) => !!each) as string[],
    };
  }
  if (state === 'lost') return { isProblem: false, parts: [text('uploads.chooseAgain')] };
  if (hasStartedAgain) return { isProblem: false, parts: [text('uploads.startedAgain')] };
  return undefined;
}

/** One line for all uploads. */
export function summaryOf({ counts, isPaused, isReading }: UploadsShown, text: Text): string {
  const { all, active, done, failed, lost, asking } = counts;
  const problems = failed + lost + asking;
  if (isPaused && active > 0) return text('uploads.paused', { count: active });
  if (active > 0) return text('uploads.uploading', { count: all, done });
  if (isReading) return text('uploads.reading');
  if (problems > 0) return text('uploads.needsYou', { count: problems });
  if (all > done) return text('uploads.paused', { count: all - done });
  return text('uploads.finished', { count: done });
}

/** Amount, rate and time left; the latter two only while something is sent. */
export function amountsOf(
  { counts, bytesPerSecond, secondsLeft, isPaused }: UploadsShown,
  text: Text,
  formats: Formats,
): readonly string[] {
  const { bytes, shownBytes, active } = counts;
  const sizes = text('uploads.sizes', {
    sent: formats.size(Math.floor(shownBytes)),
    all: formats.size(bytes),
  });
  if (isPaused || active === 0 || !bytesPerSecond) return [sizes];
  const rate = text('uploads.rate', { size: formats.size(Math.floor(bytesPerSecond)) });
  return secondsLeft === undefined ? [sizes, rate] : [sizes, rate, timeLeft(secondsLeft, text)];
}

function timeLeft(seconds: number, text: Text): string {
  if (seconds < 60) return text('uploads.secondsLeft', { count: seconds });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return text('uploads.minutesLeft', { count: minutes });
  return text('uploads.hoursLeft', { count: Math.round(minutes / 60) });
}
