import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Library, Settings2, X } from 'lucide-react';
import { may } from '../../actions/permissions.ts';
import { addToCollection, membersQuery, removeFromCollection } from '../../api/collections.ts';
import { documentQuery } from '../../api/documents.ts';
import { isGone } from '../../api/errors.ts';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { IconButton } from '../../ui/button.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { Empty, Unloaded } from '../../ui/states.tsx';
import classes from './collections.module.css';
import { DocumentRows } from './document-rows.tsx';
import { collectionRoute } from './routes.ts';

export function CollectionScreen() {
  const { uid } = collectionRoute.useParams();
  const collection = useQuery(documentQuery(uid));
  usePageTitle(collection.data?.title);
  if (!collection.data || isGone(collection.error)) return <Unloaded isScreen found={collection} />;
  return <Collection key={uid} collection={collection.data} />;
}

/** The documents of a collection, which stay where they are. */
function Collection({ collection }: { readonly collection: Doc }) {
  const text = useText();
  const { uid, title } = collection;
  const found = useInfiniteQuery(membersQuery('collections', uid));
  const remove = useRemoval(collection);
  const isChangeable = may(collection, 'WriteProperties');
  return (
    <div className={classes.screen}>
      <div className={classes.heading}>
        <h1>{title}</h1>
        <Link to="/document/$uid" params={{ uid }} search={{ tab: 'permissions' }}>
          <Settings2 aria-hidden size={16} /> {text('rights.tab')}
        </Link>
      </div>
      <DocumentRows
        label={title}
        found={found}
        empty={
          <Empty icon={Library} title={text('social.collectionEmpty')}>
            <p>{text('social.collectionHelp')}</p>
          </Empty>
        }
        renderDeeds={(member) =>
          isChangeable && (
            <IconButton
              icon={X}
              label={text('social.collectionRemoveFrom', { title: member.title })}
              onPress={() => remove(member)}
            />
          )
        }
      />
    </div>
  );
}

/** Removes a member, and offers to add it again. */
function useRemoval({ uid, title: collection }: Doc): (member: Doc) => void {
  const text = useText();
  const client = useQueryClient();
  const fail = (error: unknown): void => notifyError(text, error);
  const addAgain = async (member: Doc): Promise<void> => {
    await addToCollection(client, [member.uid], { uid, title: collection });
    notify({ text: text('social.collectionAgain', { title: member.title }) });
  };
  const run = async (member: Doc): Promise<void> => {
    await removeFromCollection(client, [member.uid], uid);
    notify({
      text: text('social.collectionRemoved', { title: member.title }),
      action: { label: text('common.undo'), run: () => void addAgain(member).catch(fail) },
    });
  };
  return (member) => void run(member).catch(fail);
}
