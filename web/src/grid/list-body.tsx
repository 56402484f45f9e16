import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Doc } from '../api/types.ts';
import type { Column } from './columns.ts';
import { DocumentRow } from './document-row.tsx';
import { DocumentTile } from './document-tile.tsx';
import classes from './grid.module.css';
import type { Layout } from './layout.ts';
import type { Editing } from './list-props.ts';
import { placed } from './placed.ts';
import { overscan, shownRows } from './scroll-window.ts';
import { useHasBeenDrawn } from './use-has-been-drawn.ts';
import type { ListPlace } from './use-list-place.ts';
import type { Listed } from './use-rows.ts';
import type { ScrollWindow } from './use-scroll-window.ts';

/** What a row or a tile shows of its document. */
export interface ItemProps {
  readonly index: number;
  /** Undefined until it has been loaded. */
  readonly document: Doc | undefined;
  readonly isSelected: boolean;
  /** The tab key leads to it. */
  readonly isCurrent: boolean;
  readonly isCut: boolean;
  /** In the place of the title, while it is being changed. */
  readonly field: ReactNode;
  readonly href: string;
  dragged(document: Doc): readonly Doc[];
  /** Something that is dragged has rested on the folder. */
  onRest(folder: Doc): void;
}

interface Props extends Pick<ItemProps, 'dragged' | 'onRest'> {
  hrefOf(document: Doc): string;
  readonly listed: Listed;
  readonly place: ListPlace;
  readonly scroll: ScrollWindow;
  readonly layout: Layout;
  readonly columns: readonly Column[];
  readonly editing: Editing | undefined;
  readonly cut: ReadonlySet<string>;
}

/** Rows that are the same are not made again: what they do has to stay the same, too. */
function useStable(actions: Pick<Props, 'dragged' | 'onRest'>): typeof actions {
  const latest = useRef(actions);
  latest.current = actions;
  const [stable] = useState<typeof actions>(() => ({
    dragged: (document) => latest.current.dragged(document),
    onRest: (folder) => latest.current.onRest(folder),
  }));
  return stable;
}

export function ListBody({
  listed,
  place,
  scroll,
  layout,
  columns,
  editing,
  cut,
  hrefOf,
  ...actions
}: Props) {
  const { rows } = listed;
  const { dragged, onRest } = useStable(actions);
  const hrefs = useMemo(() => new WeakMap<Doc, string>(), [hrefOf]);
  const hrefFor = (document: Doc): string => {
    const href = hrefs.get(document) ?? hrefOf(document);
    hrefs.set(document, href);
    return href;
  };
  const rowCount = Math.ceil(rows.total / layout.columns);
  const kept = Math.floor(place.focus / layout.columns);
  const beside = useHasBeenDrawn() ? overscan : 0;
  const itemOf = (index: number): ItemProps & { readonly key: number | string } => {
    const document = rows.at(index);
    const field = document && document.uid === editing?.uid ? editing.field : undefined;
    return {
      // A field stays with its document where the order changes.
      key: field && document ? document.uid : index,
      index,
      document,
      isSelected: document !== undefined && place.isSelected(document.uid),
      isCut: document !== undefined && cut.has(document.uid),
      field,
      isCurrent: index === place.focus,
      href: document ? hrefFor(document) : '',
      dragged,
      onRest,
    };
  };
  const isList = layout.view === 'list';
  return (
    <div role="rowgroup" className={classes.body} style={{ blockSize: scroll.height }}>
      {shownRows(scroll.range, rowCount, kept, beside).map((row) => {
        const { rowHeight } = layout;
        const top = scroll.topOf(row);
        if (isList) {
          const { key, ...item } = itemOf(row);
          return <DocumentRow key={key} {...item} {...{ top, rowHeight, columns }} />;
        }
        const first = row * layout.columns;
        const count = Math.min(layout.columns, rows.total - first);
        return (
          <div
            key={row}
            role="row"
            aria-rowindex={row + 1}
            className={classes.tiles}
            style={placed(top, rowHeight)}
          >
            {Array.from({ length: count }, (_, at) => {
              const { key, ...item } = itemOf(first + at);
              return <DocumentTile key={key} {...item} column={at + 1} />;
            })}
          </div>
        );
      })}
    </div>
  );
}
