import { useEffect, useRef, useState } from 'react';
import type { Doc, Value } from '../../../api/types.ts';
import type { Properties } from '../../../documents/values.ts';
import { type FormEvent, type FormState, isDirty } from '../../../forms/form-state.ts';
import { type Draft, dropDraft, findDraft, keepDraft } from '../../../session/drafts.ts';

interface KeptDraft {
  /** What was not saved at an earlier visit; undefined where there is nothing, null until it is known. */
  readonly offered: Draft | undefined | null;
  /** Goes on with what is offered. */
  readonly resume: () => void;
  /** Forgets what has been kept, and all changes. */
  readonly discard: () => Promise<void>;
}

interface Options {
  readonly user: string;
  readonly document: Doc;
  readonly state: FormState;
  readonly dispatch: (event: FormEvent) => void;
}

/** Keeps the changes of a form in the browser until they are saved. */
export function useDraft({ user, document, state, dispatch }: Options): KeptDraft {
  const { uid } = document;
  const [offered, setOffered] = useState<Draft | undefined | null>(null);
  const writer = useRef(Promise.resolve());
  const isKept = useRef(false);
  useEffect(() => {
    let isCurrent = true;
    const show = (draft: Draft | undefined): void => {
      if (isCurrent) setOffered(draft);
    };
    // Browsers in private mode may have no place for drafts.
    findDraft(user, uid).then(show, () => show(undefined));
    return () => {
      isCurrent = false;
    };
  }, [user, uid]);
  useEffect(() => {
    if (offered !== undefined) return;
    if (!isDirty(state) && !isKept.current) return;
    isKept.current = isDirty(state);
    const write = (): Promise<void> =>
      isDirty(state) ? keepDraft(user, uid, draftOf(state)) : dropDraft(user, uid);
    writer.current = writer.current.then(write).catch(() => undefined);
  }, [offered, state, user, uid]);
  const resume = (): void => {
    if (offered) dispatch(resumed(offered, state.base));
    setOffered(undefined);
  };
  const discard = async (): Promise<void> => {
    dispatch({ kind: 'revert-all' });
    await writer.current;
    isKept.current = false;
    await dropDraft(user, uid).catch(() => undefined);
    setOffered(undefined);
  };
  return { offered, resume, discard };
}

function draftOf({ base, changes, changeToken }: FormState): Draft {
  const kept = Object.entries(changes).filter(([, value]) => !hasUpload(value));
  return {
    changes: Object.fromEntries(kept),
    base: Object.fromEntries(kept.map(([name]) => [name, base[name] ?? null])),
    changeToken,
    savedAt: new Date(),
    lacksFiles: kept.length < Object.keys(changes).length,
  };
}

/** Files that have been sent are kept by the server for a while only. */
function hasUpload(value: Value): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'upload-batch' in value || Object.values(value).some(hasUpload);
}

/** The edit as it was when the draft was made. */
function resumed({ changes, base, changeToken }: Draft, current: Properties): FormEvent {
  return {
    kind: 'rebase',
    base: { ...current, ...(base as Properties) },
    changeToken,
    changes: changes as Properties,
  };
}
