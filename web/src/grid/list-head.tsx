import { ArrowDown, ArrowUp } from 'lucide-react';
import { useText } from '../i18n/i18n.tsx';
import { type Column, titleColumn } from './columns.ts';
import classes from './grid.module.css';
import type { ListOrder } from './list-props.ts';

interface Props extends ListOrder {
  readonly columns: readonly Column[];
  readonly selected: 'none' | 'some' | 'all';
  onSort(column: string): void;
  onToggleAll(): void;
}

/** The names of the columns, which sort. */
export function ListHead({ columns, selected, sort, order, onSort, onToggleAll }: Props) {
  const text = useText();
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
  return (
    <div role="rowgroup" data-head className={classes.head}>
      <div role="row" aria-rowindex={1} className={classes.headRow}>
        <div role="columnheader" aria-colindex={1} className={classes.checkCell}>
          <input
            type="checkbox"
            checked={selected === 'all'}
            ref={(box) => {
              if (box) box.indeterminate = selected === 'some';
            }}
            onChange={onToggleAll}
            aria-label={text('browse.selectLoaded')}
          />
        </div>
        {[titleColumn, ...columns].map((column, at) => (
          <div
            key={column.id}
            role="columnheader"
            aria-colindex={at + 2}
            aria-sort={sort === column.id ? (order === 'asc' ? 'ascending' : 'descending') : 'none'}
            className={'isNumber' in column && column.isNumber ? classes.number : classes.cell}
          >
            <button type="button" className={classes.sort} onClick={() => onSort(column.id)}>
              {text(column.label)}
              {sort === column.id && <Arrow aria-hidden size={14} />}
            </button>
          </div>
        ))}
      </div>
    </div>
  );
}
