import { Star, StarOff } from 'lucide-react';
import { isFavorite, setFavorite } from '../api/marks.ts';
import type { Doc } from '../api/types.ts';
import { notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';
import type { Action, ActionContext } from './action.ts';

function canBeFavorites(documents: readonly Doc[]): boolean {
  return (
    documents.length > 0 && documents.every(({ facets }) => !facets.includes('NotCollectionMember'))
  );
}

async function change({ documents, client, text }: ActionContext, isOn: boolean): Promise<void> {
  await setFavorite(client, documents, isOn);
  const id = isOn ? 'social.favoriteAdded' : 'social.favoriteRemoved';
  notify({
    text: text(id, { count: documents.length }),
    action: {
      label: text('common.undo'),
      run: () =>
        void setFavorite(client, documents, !isOn).catch((error) => notifyError(text, error)),
    },
  });
}

export const addToFavorites: Action = {
  id: 'favorite-add',
  label: 'social.favoriteAdd',
  icon: Star,
  group: 'organize',
  stateFor: ({ documents }) =>
    canBeFavorites(documents) && !documents.every(isFavorite) ? 'ready' : 'hidden',
  run: (context) => change(context, true),
};

export const removeFromFavorites: Action = {
  id: 'favorite-remove',
  label: 'social.favoriteRemove',
  icon: StarOff,
  group: 'organize',
  stateFor: ({ documents }) =>
    canBeFavorites(documents) && documents.every(isFavorite) ? 'ready' : 'hidden',
  run: (context) => change(context, false),
};
