import { Eye } from 'lucide-react';
import type { Action } from './action.ts';

/** A look at a document of a list, which stays below it. */
export const previewAction: Action = {
  id: 'preview',
  label: 'actions.preview',
  icon: Eye,
  group: 'open',
  keys: 'Shift+Space',
  isProminent: true,
  stateFor: ({ documents: [document, ...others], folder }) =>
    document && others.length === 0 && folder && document.parentRef === folder.uid
      ? 'ready'
      : 'hidden',
  async run({ documents: [document], router }) {
    const search = (before: object) => ({ ...before, preview: document?.uid });
    await router.navigate({ to: '.', search, replace: true });
  },
};
