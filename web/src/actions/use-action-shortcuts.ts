import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import { notifyError } from '../ui/notify-error.ts';
import type { ShownDocuments } from './action-menu.tsx';
import { actions } from './index.ts';

/** Makes the keys of actions work on the shown documents. */
export function useActionShortcuts({ documents, folder }: ShownDocuments): void {
  const user = useUser();
  const client = useQueryClient();
  const router = useRouter();
  const text = useText();
  useEffect(() => {
    const context = { documents, folder, user, client, router, text };
    const press = (event: KeyboardEvent): void => {
      const action = actions.find(({ keys }) => keys === event.key);
      if (event.defaultPrevented || action?.stateFor(context) !== 'ready') return;
      const run = async () => action.run(context);
      run().catch((error: unknown) => notifyError(text, error));
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [documents, folder, user, client, router, text]);
}
