import { useState } from 'react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { problemText } from './problem-text.ts';
import { TitleConflict } from './renaming.ts';

interface Options {
  /** @throws TitleConflict */
  readonly onSave: (base: Doc, title: string) => Promise<void>;
  readonly onEnd: () => void;
}

/** A title that is being changed: what is typed stays when the server refuses it. */
export function useNewTitle(document: Doc, { onSave, onEnd }: Options) {
  const text = useText();
  const [base, setBase] = useState(document);
  const [title, setTitle] = useState(document.title);
  const [problem, setProblem] = useState<string>();
  const [isSaving, setIsSaving] = useState(false);
  const refuse = (error: unknown): void => {
    setIsSaving(false);
    if (error instanceof TitleConflict) {
      setBase(error.theirs);
      setProblem(text('actions.rename.conflict', { title: error.theirs.title }));
      return;
    }
    setProblem(problemText(text, error));
  };
  const save = (): void => {
    if (isSaving) return;
    const wanted = title.trim();
    if (wanted === '') setProblem(text('actions.titleNeeded'));
    else if (wanted === base.title) onEnd();
    else {
      setIsSaving(true);
      onSave(base, wanted).then(onEnd, refuse);
    }
  };
  return { title, setTitle, problem, isSaving, save };
}

/** All but an extension, which mostly stays. */
export function selectName(input: HTMLInputElement | null): void {
  if (!input || input.selectionStart !== input.value.length) return;
  const end = /.\.\w{1,5}$/.test(input.value) ? input.value.lastIndexOf('.') : input.value.length;
  input.setSelectionRange(0, end);
}
