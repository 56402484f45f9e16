import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { WholeList } from '../../actions/action.ts';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import { documentQuery } from '../../api/documents.ts';
import { type TrashFilter, trashQuery, trashStatement } from '../../api/trash.ts';
import type { Docs } from '../../api/types.ts';
import { placeOf } from '../../documents/places.ts';
import { shownTitle } from '../../documents/shown-title.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
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
      {found.data && <Found found={found.data} filter={filter} />}
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
  readonly found: Docs;
  readonly filter: TrashFilter;
}

function Found({ found, filter }: FoundProps) {
  const text = useText();
  const { entries } = found;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const documents = useMemo(
    () => entries.filter(({ uid }) => selected.has(uid)),
    [entries, selected],
  );
  const [whole, setWhole] = useWholeTrash(found, filter);
  const select = (ids: ReadonlySet<string>): void => {
    setWhole(false);
    setSelected(ids);
  };
  const shown = { documents: whole ? entries : documents, whole };
  useActionShortcuts(shown);
  if (entries.length === 0) {
    const isFiltered = filter.words !== '';
    return (
      <Empty
        icon={Trash2}
        title={text(isFiltered ? 'actions.trash.noMatch' : 'actions.trash.empty')}
      >
        {!isFiltered && <p>{text('actions.trash.emptyHelp')}</p>}
      </Empty>
    );
  }
  const count = found.resultsCount;
  const mayTakeAll = !whole && documents.length === entries.length && count > entries.length;
  return (
    <>
      <div className={classes.bar}>
        {shown.documents.length > 0 ? (
          <>
            <p role="status" className={classes.count}>
              {text('actions.selected', { count: whole?.count ?? documents.length })}
            </p>
            {mayTakeAll && (
              <Button onPress={() => setWhole(true)}>
                {text('actions.trash.selectWhole', { count })}
              </Button>
            )}
            <ActionBar {...shown} folder={undefined} />
          </>
        ) : (
          <p className={classes.hint}>{text('actions.trash.hint')}</p>
        )}
      </div>
      <TrashTable
        entries={entries}
        selected={whole ? new Set(entries.map(({ uid }) => uid)) : selected}
        onSelect={select}
      />
    </>
  );
}

/** Whether all that the filter finds is selected, on whichever page it is. */
function useWholeTrash({ resultsCount: count }: Docs, filter: TrashFilter) {
  const [wanted, setWanted] = useState<TrashFilter>();
  const isWhole = wanted === filter && count > 0;
  const whole = useMemo(
    (): WholeList | undefined =>
      isWhole ? { ...trashStatement(filter), count, isCapped: false, isTrashed: true } : undefined,
    [isWhole, filter, count],
  );
  return [whole, (isOn: boolean) => setWanted(isOn ? filter : undefined)] as const;
}
