import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { Value } from '../../api/types.ts';
import { emptyValue } from '../../documents/fields.ts';
import { listOf } from '../../documents/values.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { useProblem } from '../form-context.ts';
import classes from '../forms.module.css';
import { moved } from '../list-edits.ts';
import type { WidgetProps } from '../widget.ts';
import { Widget } from './index.tsx';

/** Values in an order that the user decides. */
export function ListWidget({ field, path, label, value, onChange, isReadOnly }: WidgetProps) {
  const text = useText();
  const items = listOf(value);
  const error = useProblem(path);
  const list = useRef<HTMLOListElement>(null);
  const focusNext = useFocusAfterChange(list, items.length);
  const item = field.item ?? { ...field, kind: 'string' as const };
  const change = (next: readonly Value[], focused: number): void => {
    focusNext(focused);
    onChange(next);
  };
  return (
    <fieldset className={classes.list}>
      <legend className={classes.label}>{label}</legend>
      {error && <p className={classes.error}>{error}</p>}
      <ol ref={list} className={classes.items}>
        {items.map((each, at) => (
          <ListItem
            key={at}
            field={item}
            path={`${path}/${at}`}
            label={text('forms.item', { label, number: at + 1 })}
            value={each}
            onChange={(next) =>
              onChange(items.with(at, item.kind === 'string' ? (next ?? '') : next))
            }
            isReadOnly={isReadOnly}
            isFirst={at === 0}
            isLast={at === items.length - 1}
            onMove={(by) => onChange(moved(items, at, at + by))}
            onRemove={() => change(items.toSpliced(at, 1), Math.min(at, items.length - 2))}
          />
        ))}
      </ol>
      {!isReadOnly && (
        <div>
          <Button icon={Plus} onPress={() => change([...items, emptyValue(item)], items.length)}>
            {text('forms.addItem', { label })}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

interface ItemProps extends WidgetProps {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function ListItem({ isFirst, isLast, onMove, onRemove, ...props }: ItemProps) {
  const text = useText();
  const { label, field, isReadOnly } = props;
  return (
    <li className={classes.item}>
      <div className={classes.itemValue}>
        <Widget {...props} isLabelHidden={field.kind !== 'complex'} />
      </div>
      {!isReadOnly && (
        <div className={classes.itemActions}>
          <IconButton
            icon={ArrowUp}
            label={text('forms.moveUp', { label })}
            isDisabled={isFirst}
            onPress={() => onMove(-1)}
          />
          <IconButton
            icon={ArrowDown}
            label={text('forms.moveDown', { label })}
            isDisabled={isLast}
            onPress={() => onMove(1)}
          />
          <IconButton
            icon={Trash2}
            label={text('forms.removeItem', { label })}
            onPress={onRemove}
          />
        </div>
      )}
    </li>
  );
}

/** After an item was added or removed the focus is in the item that is there now. */
function useFocusAfterChange(
  list: RefObject<HTMLOListElement | null>,
  length: number,
): (index: number) => void {
  const wanted = useRef<number>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const item = list.current?.children[wanted.current] ?? list.current?.parentElement;
    wanted.current = undefined;
    item?.querySelector<HTMLElement>('input, textarea, [tabindex="0"], button')?.focus();
  }, [length]);
  return (index) => {
    wanted.current = index;
  };
}
