import { Megaphone } from 'lucide-react';
import type { Action } from './action.ts';

/** Documents that have versions can be published, one at a time. */
export const publish: Action = {
  id: 'publish',
  label: 'social.publish',
  icon: Megaphone,
  group: 'share',
  stateFor: ({ documents: [document, ...others] }) =>
    document?.facets.includes('Publishable') && others.length === 0 && !document.isTrashed
      ? 'ready'
      : 'hidden',
  async run({ documents }) {
    const { openPublishDialog } = await import('./publishing/publish-dialog.tsx');
    if (documents[0]) openPublishDialog(documents[0]);
  },
};
