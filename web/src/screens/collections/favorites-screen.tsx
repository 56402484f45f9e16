import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Star, StarOff } from 'lucide-react';
import { favoritesQuery, membersQuery } from '../../api/collections.ts';
import { setFavorite } from '../../api/marks.ts';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { IconButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { Empty, Unloaded } from '../../ui/states.tsx';
import classes from './collections.module.css';
import { DocumentRows } from './document-rows.tsx';

export function FavoritesScreen() {
  const text = useText();
  usePageTitle(text('social.favorites'));
  const favorites = useQuery(favoritesQuery);
  return (
    <div className={classes.screen}>
      <h1>{text('social.favorites')}</h1>
      {(!favorites.data || favorites.error) && <Unloaded found={favorites} />}
      {favorites.data && <Favorites uid={favorites.data.uid} />}
    </div>
  );
}

function Favorites({ uid }: { readonly uid: string }) {
  const text = useText();
  const client = useQueryClient();
  const found = useInfiniteQuery(membersQuery('favorites', uid));
  const fail = (error: unknown): void => notifyError(text, error);
  const remove = async (document: Doc): Promise<void> => {
    await setFavorite(client, [document], false);
    const undo = () => void setFavorite(client, [document], true).catch(fail);
    notify({
      text: text('social.favoriteRemoved', { count: 1 }),
      action: { label: text('common.undo'), run: undo },
    });
  };
  return (
    <DocumentRows
      label={text('social.favorites')}
      found={found}
      empty={
        <Empty icon={Star} title={text('social.favoritesNone')}>
          <p>{text('social.favoritesHelp')}</p>
        </Empty>
      }
      renderDeeds={(document) => (
        <IconButton
          icon={StarOff}
          label={text('social.favoriteRemoveOf', { title: document.title })}
          onPress={() => void remove(document).catch(fail)}
        />
      )}
    />
  );
}
