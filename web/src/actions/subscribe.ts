import { Bell, BellOff } from 'lucide-react';
import { isSubscribed, setSubscribed } from '../api/marks.ts';
import type { Doc } from '../api/types.ts';
import { notify } from '../ui/notices.tsx';
import type { Action, ActionContext } from './action.ts';

function canBeWatched(documents: readonly Doc[]): boolean {
  return (
    documents.length > 0 && documents.every(({ isVersion, isProxy }) => !isVersion && !isProxy)
  );
}

async function change({ documents, client, text }: ActionContext, isOn: boolean): Promise<void> {
  await setSubscribed(
    client,
    documents.map(({ uid }) => uid),
    isOn,
  );
  notify({ text: text(isOn ? 'social.subscribed' : 'social.unsubscribed') });
}

export const subscribe: Action = {
  id: 'subscribe',
  label: 'social.subscribe',
  icon: Bell,
  group: 'share',
  stateFor: ({ documents }) =>
    canBeWatched(documents) && !documents.every(isSubscribed) ? 'ready' : 'hidden',
  run: (context) => change(context, true),
};

export const unsubscribe: Action = {
  id: 'unsubscribe',
  label: 'social.unsubscribe',
  icon: BellOff,
  group: 'share',
  stateFor: ({ documents }) =>
    canBeWatched(documents) && documents.every(isSubscribed) ? 'ready' : 'hidden',
  run: (context) => change(context, false),
};
