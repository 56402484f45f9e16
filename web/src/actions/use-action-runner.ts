import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { notifyError } from '../ui/notify-error.ts';
import type { Action, ActionTarget } from './action.ts';

export type RunAction = (action: Action, target: ActionTarget) => void;

/** Runs actions, and shows their problems. */
export function useActionRunner(): RunAction {
  const client = useQueryClient();
  const router = useRouter();
  const text = useText();
  return useCallback(
    (action, target) => {
      const run = async () => action.run({ ...target, client, router, text });
      run().catch((error: unknown) => notifyError(text, error));
    },
    [client, router, text],
  );
}
