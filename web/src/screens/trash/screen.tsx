import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import { documentQuery } from '../../api/documents.ts';
import { trashQuery } from '../../api/trash.ts';
import type { Doc } from '../../api/types.ts';
import { placeOf } from '../../documents/places.ts';
import { shownTitle } from '../../documents/shown-title.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Empty, Unloaded } from '../../ui/states.tsx';
import { EmptyTrashButton } from './empty-trash-button.tsx';
import { Pages } from './pages.tsx';
import { trashRoute } from './route.ts';
import { TitleFilter } from './title-filter.tsx';
import classes from './trash.module.css';
import { TrashTable } from './trash-table.tsx';

/** All that the user may see of the trash, or of that of one folder. */
export function TrashScreen() {
  const text = useText();
  const { q = '', folder = '', page = 1 } = trashRoute.useSearch();
  const filter = useMemo(() => ({ words: q, folder }), [q, folder]);
  const found = useQuery({ ...trashQuery(filter, page - 1), placeholderData: keepPreviousData });
  usePageTitle(text('actions.trashPlace'));
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <h1>{text('actions.trashPlace')}</h1>
        <TitleFilter />
        <EmptyTrashButton filter={filter} isEmpty={found.data?.entries.length === 0} />
      </header>
      {folder && <InFolder uid={folder} />}
      {(!found.data || found.error) && <Unloaded found={found} />}
      {found.data && <Found entries={found.data.entries} isFiltered={q !== ''} />}
      {found.data && <Pages page={page} hasNext={found.data.isNextPageAvailable} />}
    </div>
  );
}

function InFolder({ uid }: { readonly uid: string }) {
  const text = useText();
  const { data } = useQuery(documentQuery(uid));
  return (
    <p className={classes.place}>
      {data && (
        <>
          {text('actions.trash.below')} <Link {...placeOf(data)}>{shownTitle(data)}</Link>
        </>
      )}
      <Link from={trashRoute.fullPath} search={({ q }) => (q ? { q } : {})}>
        {text('actions.trash.everywhere')}
      </Link>
    </p>
  );
}

interface FoundProps {
  readonly entries: readonly Doc[];
  readonly isFiltered: boolean;
}

function Found({ entries, isFiltered }: FoundProps) {
  const text = useText();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const documents = useMemo(
    () => entries.filter(({ uid }) => selected.has(uid)),
    [entries, selected],
  );
  useActionShortcuts({ documents });
  if (entries.length === 0) {
    return (
      <Empty
        icon={Trash2}
        title={text(isFiltered ? 'actions.trash.noMatch' : 'actions.trash.empty')}
      >
        {!isFiltered && <p>{text('actions.trash.emptyHelp')}</p>}
      </Empty>
    );
  }
  return (
    <>
      <div className={classes.bar}>
        {documents.length > 0 ? (
          <>
            <p className={classes.count}>{text('actions.selected', { count: documents.length })}</p>
            <ActionBar documents={documents} folder={undefined} />
          </>
        ) : (
          <p className={classes.hint}>{text('actions.trash.hint')}</p>
        )}
      </div>
      <TrashTable entries={entries} selected={selected} onSelect={setSelected} />
    </>
  );
}
