import { useLocation, useRouter } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { ActionContextMenu } from '../../actions/action-menu.tsx';
import { useClipboard } from '../../actions/clipboard.ts';
import { may } from '../../actions/permissions.ts';
import type { Doc } from '../../api/types.ts';
import {
  type DocumentPlace,
  folderPlace,
  type Place,
  parentPath,
  placeOf,
} from '../../documents/places.ts';
import { defaultColumns, sortPropertyOf } from '../../grid/columns.ts';
import { DocumentList } from '../../grid/document-list.tsx';
import type { Concerned, Editing, Picked } from '../../grid/list-props.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Empty } from '../../ui/states.tsx';
import { usePastedFiles } from '../../uploads/use-pasted-files.ts';
import classes from './browse.module.css';
import { FolderQuickLook } from './folder-quick-look.tsx';
import { PathBar } from './path-bar.tsx';
import { type BrowseSearch, browseRoute, listOrder } from './route.ts';
import { SelectionBar } from './selection-bar.tsx';
import { Toolbar } from './toolbar.tsx';
import { useDrops } from './use-drops.ts';
import { useHref } from './use-href.ts';
import type { TreeSideState } from './use-tree-side.ts';
import { useWholeList } from './whole-list.ts';

const TitleField = lazyPart(
  'overlay',
  async () => (await import('../../actions/title-field.tsx')).TitleField,
);

const EmptyFolder = lazyPart('part', async () => (await import('./empty-folder.tsx')).EmptyFolder);

interface Menu {
  readonly concerned: Concerned;
  readonly at: { readonly x: number; readonly y: number };
}

interface Props {
  readonly folder: Doc;
  readonly side: TreeSideState;
}

/** The documents of a folder, with what can be done with them. */
export function Folder({ folder, side }: Props) {
  const router = useRouter();
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? '' });
  // The address changes before another folder is shown.
  const entry = `${step} ${folder.uid}`;
  const list = useListState();
  const { view, sort, order, columns, filter, looked, change } = list;
  const [menu, setMenu] = useState<Menu>();
  const [renamed, setRenamed] = useState<Doc>();
  const cut = useCut();
  const drops = useDrops();
  usePastedFiles(may(folder, 'AddChildren') ? folder : undefined);
  const places = usePlaces(folder, list);
  return (
    <>
      <PathBar folder={folder} side={side} />
      <div className={classes.top}>
        <h1 className={classes.title}>{folder.title}</h1>
        <Toolbar {...{ view, sort, order, columns, filter, change }} />
      </div>
      <DocumentList
        folder={folder}
        label={folder.title}
        listing={{ folder: folder.uid, ...listOrder({ sort, order, filter }) }}
        {...{ view, sort, order, columns, entry }}
        onSort={(column) =>
          change({ sort: column, order: sort === column && order === 'asc' ? 'desc' : 'asc' })
        }
        hrefOf={places.hrefOf}
        onOpen={(document) => void router.navigate(places.placeOf(document))}
        onPreview={({ uid }) => change({ preview: uid }, false)}
        looked={looked}
        onParent={() => openParent(router, folder)}
        cut={cut}
        editing={renamed && editingOf(renamed, () => setRenamed(undefined))}
        onMenu={(concerned, at) => setMenu({ concerned, at })}
        onDropDocuments={drops.documents}
        onDropFiles={drops.files}
        bar={(picked) => {
          const shown = { folder, filter, picked, renameInPlace: setRenamed };
          return (
            <>
              <SelectionBar {...shown} />
              {menu && <ListMenu {...menu} {...shown} onClose={() => setMenu(undefined)} />}
            </>
          );
        }}
        empty={
          filter === '' ? (
            <EmptyFolder folder={folder} />
          ) : (
            <NoMatch filter={filter} onClear={() => change({ filter: undefined })} />
          )
        }
      />
      <FolderQuickLook folder={folder} />
    </>
  );
}

/** Where documents of the list open: the list goes along, for the next and the previous one. */
function usePlaces({ uid }: Doc, { sort, order }: ReturnType<typeof useListState>) {
  const hrefOfPlace = useHref();
  return useMemo(() => {
    const place = (document: Doc): Place =>
      placeWithin({ from: uid, sort: sortPropertyOf(sort), order }, document);
    return { placeOf: place, hrefOf: (document: Doc) => hrefOfPlace(place(document)) };
  }, [uid, sort, order, hrefOfPlace]);
}

/** How the list is shown, as the address says. */
function useListState() {
  const { view = 'list', sort = 'title', order = 'asc', ...search } = browseRoute.useSearch();
  const navigate = browseRoute.useNavigate();
  const change = (changes: BrowseSearch, isStep = true): void =>
    void navigate({ search: (before) => ({ ...before, ...changes }), replace: !isStep });
  const columns = search.columns?.split(',') ?? defaultColumns;
  return {
    view,
    sort,
    order,
    columns,
    filter: search.filter ?? '',
    looked: search.preview,
    change,
  };
}

function openParent(router: ReturnType<typeof useRouter>, { path }: Doc): void {
  const parent = parentPath(path);
  if (parent !== undefined) void router.navigate(folderPlace(parent));
}

/** Ids of what is taken away where it is pasted. */
function useCut(): ReadonlySet<string> {
  const clipboard = useClipboard();
  return useMemo(
    () => new Set(clipboard?.isCut ? clipboard.documents.map(({ uid }) => uid) : []),
    [clipboard],
  );
}

function editingOf(document: Doc, onEnd: () => void): Editing {
  return { uid: document.uid, field: <TitleField document={document} onEnd={onEnd} /> };
}

interface ListMenuProps extends Menu {
  readonly folder: Doc;
  readonly filter: string;
  readonly picked: Picked;
  readonly renameInPlace: (document: Doc) => void;
  readonly onClose: () => void;
}

/** What can be done with a document of the list, or with all that are selected with it. */
function ListMenu({ concerned, filter, picked, ...rest }: ListMenuProps) {
  const { documents, isWhole } = concerned;
  const whole = useWholeList({ folder: rest.folder, filter, picked: { ...picked, isWhole } });
  return <ActionContextMenu {...rest} documents={documents} whole={whole} />;
}

/** Documents open with the list that they are in, for the next and the previous one. */
function placeWithin(list: NonNullable<DocumentPlace['search']>, document: Doc): Place {
  const place = placeOf(document);
  return place.to === '/document/$uid' ? { ...place, search: list } : place;
}

interface NoMatchProps {
  readonly filter: string;
  readonly onClear: () => void;
}

function NoMatch({ filter, onClear }: NoMatchProps) {
  const text = useText();
  return (
    <Empty icon={SearchX} title={text('browse.noMatch', { text: filter })}>
      <Button onPress={onClear}>{text('browse.clearFilter')}</Button>
    </Empty>
  );
}
