import { memo, useRef, useState } from 'react';
import type { Doc } from '../api/types.ts';
import { isFolder } from '../documents/places.ts';
import { useFormats } from '../i18n/formats.ts';
import { useText } from '../i18n/i18n.tsx';
import type { Column } from './columns.ts';
import { DocumentTitle } from './document-title.tsx';
import { useDragSource, useFolderTarget } from './drag.ts';
import classes from './grid.module.css';
import type { ItemProps } from './list-body.tsx';
import { placed } from './placed.ts';

interface Props extends ItemProps {
  readonly columns: readonly Column[];
  /** In pixels. */
  readonly top: number;
  readonly rowHeight: number;
}

export const DocumentRow = memo(function DocumentRow({ columns, top, rowHeight, ...item }: Props) {
  const { index, document, isSelected, isCurrent } = item;
  const text = useText();
  const element = useRef<HTMLDivElement>(null);
  useDragSource(document?.uid, {
    element,
    dragged: () => (document && !item.field ? item.dragged(document) : []),
    preview: (documents) => text('browse.dragged', { count: documents.length }),
  });
  useFolderTarget(document && isFolder(document) ? document : undefined, {
    element,
    onRest: () => document && item.onRest(document),
  });
  const common = {
    ref: element,
    role: 'row',
    'aria-rowindex': index + 2,
    'data-index': index,
    tabIndex: isCurrent ? 0 : -1,
    className: classes.row,
    style: placed(top, rowHeight),
  };
  if (!document) {
    return (
      <div {...common} aria-busy="true">
        <PlaceholderCells />
      </div>
    );
  }
  return (
    <div {...common} aria-selected={isSelected} data-cut={item.isCut || undefined}>
      <Cells {...item} columns={columns} document={document} />
    </div>
  );
});

function PlaceholderCells() {
  const text = useText();
  return (
    <>
      <div role="gridcell" aria-colindex={1} />
      <div role="gridcell" aria-colindex={2} className={classes.titleCell}>
        <span className={classes.placeholder} />
        <span className="visually-hidden">{text('common.loading')}</span>
      </div>
    </>
  );
}

interface CellsProps extends Pick<ItemProps, 'index' | 'isSelected' | 'href' | 'field'> {
  readonly columns: readonly Column[];
  readonly document: Doc;
}

function Cells({ columns, index, document, isSelected, href, field }: CellsProps) {
  const text = useText();
  const formats = useFormats();
  // What is only seen under the pointer is not written before: the first list would wait for it.
  const [isPointedAt, setIsPointedAt] = useState(false);
  return (
    <>
      <div role="gridcell" aria-colindex={1} data-check className={classes.checkCell}>
        <input
          type="checkbox"
          tabIndex={-1}
          readOnly
          checked={isSelected}
          aria-label={text('browse.select', { title: document.title })}
        />
      </div>
      <div role="rowheader" aria-colindex={2} className={classes.titleCell}>
        <DocumentTitle {...{ document, href, field }} iconSize={20} isFirst={index === 0} />
      </div>
      {columns.map((column, at) => (
        <div
          key={column.id}
          role="gridcell"
          aria-colindex={at + 3}
          title={isPointedAt ? column.hint?.(document, formats) : undefined}
          onPointerEnter={() => setIsPointedAt(true)}
          className={column.isNumber ? classes.number : classes.cell}
        >
          {column.text(document, formats)}
        </div>
      ))}
    </>
  );
}
