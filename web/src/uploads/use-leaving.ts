import { createElement, useEffect } from 'react';
import { guardSignOut } from '../session/leaving.ts';
import { openDialog } from '../ui/dialog.tsx';
import { type UploadsShown, uploads } from './engine.ts';
import { SignOutQuestion } from './sign-out-question.tsx';
import { currentJournal } from './use-uploads.ts';

/** Closing the page, or signing out, would end uploads. */
export function useLeaving({ counts }: UploadsShown): void {
  const isBusy = counts.active + counts.asking > 0;
  useEffect(() => {
    if (!isBusy) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isBusy]);
  useEffect(() => guardSignOut(mayEnd), []);
}

async function mayEnd(): Promise<boolean> {
  const { counts } = uploads.shown;
  const count = counts.all - counts.done;
  if (count > 0) {
    const answer = Promise.withResolvers<boolean>();
    openDialog((close) =>
      createElement(SignOutQuestion, {
        count,
        onAnswer: (isYes: boolean) => {
          close();
          answer.resolve(isYes);
        },
      }),
    );
    if (!(await answer.promise)) return false;
  }
  uploads.cancelAll();
  uploads.clear();
  await currentJournal()?.flush();
  return true;
}
