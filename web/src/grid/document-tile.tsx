import { memo, useRef } from 'react';
import { isFolder } from '../documents/places.ts';
import { useText } from '../i18n/i18n.tsx';
import { DocumentTitle } from './document-title.tsx';
import { useDragSource, useFolderTarget } from './drag.ts';
import classes from './grid.module.css';
import type { ItemProps } from './list-body.tsx';
import { Thumbnail } from './thumbnail.tsx';

interface Props extends ItemProps {
  readonly column: number;
}

export const DocumentTile = memo(function DocumentTile({ column, ...item }: Props) {
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
    role: 'gridcell',
    'aria-colindex': column,
    'data-index': index,
    tabIndex: isCurrent ? 0 : -1,
    className: classes.tile,
  };
  if (!document) {
    return (
      <div {...common} aria-busy="true">
        <span className={classes.placeholder} />
        <span className="visually-hidden">{text('common.loading')}</span>
      </div>
    );
  }
  return (
    <div {...common} aria-selected={isSelected} data-cut={item.isCut || undefined}>
      <div data-check className={classes.tileCheck}>
        <input
          type="checkbox"
          tabIndex={-1}
          readOnly
          checked={isSelected}
          aria-label={text('browse.select', { title: document.title })}
        />
      </div>
      <div className={classes.thumbnail}>
        <Thumbnail document={document} iconSize={56} />
      </div>
      <div className={classes.tileTitle}>
        <DocumentTitle document={document} href={item.href} field={item.field} />
      </div>
    </div>
  );
});
