import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import { Button } from '../ui/button.tsx';
import { notifyError } from '../ui/notify-error.ts';
import type { Action } from './action.ts';
import { actions } from './index.ts';

export interface ShownDocuments {
  readonly documents: readonly Doc[];
  readonly folder: Doc | undefined;
}

function useReady(shown: ShownDocuments) {
  const context = {
    ...shown,
    user: useUser(),
    client: useQueryClient(),
    router: useRouter(),
    text: useText(),
  };
  const ready = actions.filter((action) => action.stateFor(context) === 'ready');
  const run = async (action: Action): Promise<void> => action.run(context);
  return ready.map((action) => ({
    action,
    run: () => void run(action).catch((error: unknown) => notifyError(context.text, error)),
  }));
}

/** What can be done with the selected documents; without any, with the shown folder. */
export function ActionBar(shown: ShownDocuments) {
  const text = useText();
  return useReady(shown).map(({ action, run }) => (
    <Button key={action.id} icon={action.icon} onPress={run}>
      {text(action.label)}
    </Button>
  ));
}

interface ContextProps extends ShownDocuments {
  /** Where the pointer was, in the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** The same at the place of the pointer. There is no menu where nothing can be done. */
export function ActionContextMenu({ documents, folder }: ContextProps) {
  const ready = useReady({ documents, folder });
  return ready.length === 0 ? null : <ActionBar documents={documents} folder={folder} />;
}
