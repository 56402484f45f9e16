import { parseJson, stringifyJson } from '../base/json.ts';
import { type AceStatusSpan, recordAceStatusSlice } from '../repository/editing/ace-status.ts';
import { findFact, putFact } from '../repository/unit/server-facts.ts';
import { createSystemUnit, type RepositoryContext } from '../repository/unit/unit.ts';
import type { WriteHandle } from '../storage/database.ts';
import { defineJobKind, type JobKind } from './job-kind.ts';

export const aceStatusKind = 'ace-status';
const factName = 'ace-status';
/** Clocks that are set back by less were only inaccurate. */
const setBackMinMs = 60_000;

/** What is recorded so far, as it is stored. */
interface Progress {
  readonly doneUntilMs: number;
  /** Of a run that has not ended. */
  readonly span: AceStatusSpan | null;
}

/**
 * Records which entries of permissions have taken effect or ended since the last run. Each slice is
 * stored with its progress: an entry is recorded once, also if a run is interrupted.
 */
export function aceStatusJobKind(repository: RepositoryContext): JobKind {
  return defineJobKind({
    kind: aceStatusKind,
    concurrency: 1,
    attemptsMax: 3,
    parse: () => undefined,
    run: async ({ database, log, signal }) => {
      let recorded = 0;
      for (;;) {
        signal.throwIfAborted();
        const slice = await database.write((handle) => runSlice(handle, repository));
        recorded += slice.recorded;
        if (slice.isLast) break;
      }
      if (recorded > 0) log.info({ documents: recorded }, 'recorded the status of permissions');
    },
  });
}

async function runSlice(
  handle: WriteHandle,
  repository: RepositoryContext,
): Promise<{ readonly recorded: number; readonly isLast: boolean }> {
  const unit = createSystemUnit(handle, repository);
  const stored = await findFact(handle, factName);
  const progress = stored === undefined ? undefined : (parseJson(stored) as Progress);
  const put = (value: Progress) => putFact(handle, factName, stringifyJson(value));
  // Entries of the time before the first run are not news.
  if (!progress || unit.nowMs < progress.doneUntilMs - setBackMinMs) {
    await put({ doneUntilMs: unit.nowMs, span: null });
    return { recorded: 0, isLast: true };
  }
  const { doneUntilMs } = progress;
  const span = progress.span ?? { fromMs: doneUntilMs, untilMs: unit.nowMs, position: '' };
  const { position, recorded } = await recordAceStatusSlice(unit, span);
  const isLast = position === null;
  await put(
    isLast
      ? { doneUntilMs: Math.max(span.untilMs, doneUntilMs), span: null }
      : { doneUntilMs, span: { ...span, position } },
  );
  return { recorded, isLast };
}
