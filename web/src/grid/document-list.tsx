import { type CSSProperties, useEffect } from 'react';
import { Failure } from '../ui/states.tsx';
import type { Column } from './columns.ts';
import { FileDrop } from './file-drop.tsx';
import { listingShown } from './first-listing.ts';
import classes from './grid.module.css';
import { ListBody } from './list-body.tsx';
import { ListHead } from './list-head.tsx';
import type { DocumentListProps, Picked } from './list-props.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { PageProblem } from './page-problem.tsx';
import { pickedOf } from './picked.ts';
import { useDocumentList } from './use-document-list.ts';

/** The documents of a folder as a table or as tiles. Only what is in the view is in the page. */
export function DocumentList(props: DocumentListProps) {
  const list = useDocumentList(props);
  const { listed, place, layout, columns, events } = list;
  const { rows } = listed;
  useEffect(() => {
    if (!listed.isLoading) listingShown();
  }, [listed.isLoading]);
  if (listed.error && rows.total === 0) {
    return <Failure error={listed.error} onRetry={listed.retry} />;
  }
  const picked = pickedOf(list);
  const { isUndecided } = listed;
  const isEmpty = listed.isComplete && rows.total === 0 && !isUndecided;
  return (
    <FileDrop folder={props.folder} rows={rows} onDrop={props.onDropFiles}>
      {props.bar(picked)}
      {listed.error !== null && <PageProblem error={listed.error} onRetry={listed.retry} />}
      {isEmpty ? (
        <div className={classes.empty}>{props.empty}</div>
      ) : (
        <div
          ref={list.view.ref}
          role="grid"
          aria-label={props.label}
          aria-rowcount={Math.ceil(rows.total / layout.columns) + (layout.view === 'list' ? 1 : 0)}
          aria-colcount={layout.view === 'list' ? columns.length + 2 : layout.columns}
          aria-multiselectable="true"
          aria-busy={listed.isLoading || isUndecided}
          className={classes.scroller}
          style={styleOf(columns, layout.columns)}
          {...events.handlers}
        >
          {layout.view === 'list' && (
            <ListHead
              columns={columns}
              selected={extentOf(picked)}
              sort={props.sort}
              order={props.order}
              onSort={props.onSort}
              onToggleAll={events.toggleAll}
            />
          )}
          {isUndecided ? (
            <ListSkeleton layout={layout} height={list.view.size.height} />
          ) : (
            <ListBody
              {...{ listed, place, layout, columns }}
              scroll={list.scroll}
              editing={props.editing}
              cut={props.cut}
              onRest={props.onOpen}
              hrefOf={props.hrefOf}
              dragged={events.dragged}
            />
          )}
        </div>
      )}
    </FileDrop>
  );
}

function extentOf({ isWhole, documents, total }: Picked): 'none' | 'some' | 'all' {
  if (documents.length === 0) return 'none';
  return isWhole || documents.length >= total ? 'all' : 'some';
}

/** For the sheet, which lays out each row by it. */
function styleOf(columns: readonly Column[], tiles: number): CSSProperties {
  const widths = columns.map(({ width }) => ` ${width}rem`).join('');
  return {
    '--columns': `2.5rem minmax(0, 1fr)${widths}`,
    '--tiles': tiles,
  } as CSSProperties;
}
