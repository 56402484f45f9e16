import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Library, Plus } from 'lucide-react';
import { useDeferredValue } from 'react';
import { collectionsQuery } from '../../api/collections.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { Empty } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './collections.module.css';
import { DocumentRows } from './document-rows.tsx';
import { NewCollectionDialog } from './new-collection-dialog.tsx';
import { collectionsRoute } from './routes.ts';

/** The collections of all users, as far as they are shared with this one. */
export function CollectionsScreen() {
  const text = useText();
  usePageTitle(text('social.collections'));
  const { title = '' } = collectionsRoute.useSearch();
  const navigate = useNavigate({ from: collectionsRoute.fullPath });
  const found = useInfiniteQuery({
    ...collectionsQuery(useDeferredValue(title)),
    placeholderData: keepPreviousData,
  });
  const filter = (value: string): void => {
    void navigate({ search: value ? { title: value } : {}, replace: true });
  };
  const empty = title ? (
    <p className={classes.note}>{text('social.collectionsNoMatch')}</p>
  ) : (
    <Empty icon={Library} title={text('social.collectionsNone')} />
  );
  return (
    <div className={classes.screen}>
      <div className={classes.heading}>
        <h1>{text('social.collections')}</h1>
        <Button
          icon={Plus}
          onPress={() => openDialog((close) => <NewCollectionDialog onClose={close} />)}
        >
          {text('social.collectionNew')}
        </Button>
      </div>
      <div className={classes.filter}>
        <TextField label={text('social.collectionsFilter')} value={title} onChange={filter} />
      </div>
      <DocumentRows label={text('social.collections')} found={found} empty={empty} />
    </div>
  );
}
