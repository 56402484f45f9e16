import { useQueryClient } from '@tanstack/react-query';
import { type Dispatch, type RefObject, useRef, useState } from 'react';
import type { Increment } from '../../../api/edits.ts';
import type { Doc } from '../../../api/types.ts';
import type { Properties } from '../../../documents/values.ts';
import type { FormEvent, FormState } from '../../../forms/form-state.ts';
import { propertyLabel } from '../../../forms/labels.ts';
import { problemsOf } from '../../../forms/problems.ts';
import { useLocale, useText } from '../../../i18n/i18n.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { type Conflict, type Edited, editedOn, saveMerging } from './save-merging.ts';

interface Saving {
  readonly isSaving: boolean;
  readonly conflict: Conflict | undefined;
  readonly save: () => Promise<void>;
  /** Saves what was decided about the conflict. */
  readonly resolve: (changes: Properties) => Promise<void>;
  readonly cancelConflict: () => void;
}

interface Options {
  readonly document: Doc;
  /** The latest one, also for what was typed a moment ago. */
  readonly state: RefObject<FormState>;
  readonly dispatch: Dispatch<FormEvent>;
  readonly increment: Increment;
  readonly onSaved: () => void;
}

export function useSave({ document, state, dispatch, increment, onSaved }: Options): Saving {
  const text = useText();
  const language = useLocale();
  const client = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict>();
  const isRunning = useRef(false);

  const report = (merged: readonly string[]): void => {
    const names = merged.map((name) => propertyLabel(name, language)).join(', ');
    const detail = merged.length > 0 ? text('document.merged', { names }) : undefined;
    notify({ text: text('document.saved'), detail });
  };
  const run = async (edited: Edited): Promise<void> => {
    // Twice at once would be a conflict with oneself.
    if (isRunning.current) return;
    isRunning.current = true;
    setIsSaving(true);
    try {
      const result = await saveMerging(client, { document, edited, increment });
      if ('theirs' in result) {
        setConflict(result);
        return;
      }
      setConflict(undefined);
      const { properties: base, changeToken } = result.document;
      dispatch({ kind: 'saved', base, changeToken: changeToken ?? '', saved: edited.changes });
      onSaved();
      report(result.merged);
    } catch (error) {
      setConflict(undefined);
      const problems = problemsOf(error, Object.keys(edited.base));
      dispatch({ kind: 'refused', problems });
      if (problems.length === 0) notifyError(text, error);
    } finally {
      isRunning.current = false;
      setIsSaving(false);
    }
  };

  const resolve = async (changes: Properties): Promise<void> => {
    if (!conflict) return;
    const next = editedOn(conflict.theirs, changes);
    dispatch({ kind: 'rebase', ...next });
    await run(next);
  };
  return {
    isSaving,
    conflict,
    save: () => run(state.current),
    resolve,
    cancelConflict: () => setConflict(undefined),
  };
}
