import { RotateCcw } from 'lucide-react';
import { memo } from 'react';
import type { Value } from '../api/types.ts';
import type { Field } from '../documents/fields.ts';
import { useLocale, useText } from '../i18n/i18n.tsx';
import { IconButton } from '../ui/button.tsx';
import type { FormEvent } from './form-state.ts';
import classes from './forms.module.css';
import { propertyLabel } from './labels.ts';
import { isLongText } from './long-text.ts';
import { Widget } from './widgets/index.tsx';

interface Props {
  readonly field: Field;
  readonly value: Value;
  readonly isChanged: boolean;
  readonly isReadOnly: boolean;
  readonly onEvent: (event: FormEvent) => void;
}

/**
 * A property in a form: it is marked when it has been changed, and can be set back. Forms have many: only the one
 * that is typed into is rendered again.
 */
export const PropertyRow = memo(function PropertyRow({
  field,
  value,
  isChanged,
  isReadOnly,
  onEvent,
}: Props) {
  const text = useText();
  const label = propertyLabel(field.name, useLocale());
  const { name } = field;
  return (
    <div
      id={rowId(name)}
      className={classes.row}
      data-changed={isChanged || undefined}
      data-wide={isWide(field) || undefined}
    >
      <div>
        <Widget
          field={field}
          path={name}
          label={label}
          value={value}
          onChange={(next) => onEvent({ kind: 'set', name, value: next })}
          isReadOnly={isReadOnly}
        />
      </div>
      {isChanged && !isReadOnly && (
        <div className={classes.revert}>
          <IconButton
            icon={RotateCcw}
            label={text('forms.revert', { label })}
            onPress={() => {
              onEvent({ kind: 'revert', name });
              focusProperty(name);
            }}
          />
        </div>
      )}
    </div>
  );
});

/** Takes the whole width, where others stand side by side. */
function isWide(field: Field): boolean {
  const isCompound = field.kind === 'complex' || field.kind === 'list' || field.kind === 'blob';
  return isCompound || field.name === 'dc:title' || isLongText(field);
}

function rowId(name: string): string {
  return `property-${name}`;
}

/** Moves the focus into the field of a property, to the first part that is wrong where there is one. */
export function focusProperty(name: string): void {
  const row = document.getElementById(rowId(name));
  const wrong = row?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const target = wrong ?? row?.querySelector<HTMLElement>(focusable);
  row?.scrollIntoView({ block: 'nearest' });
  target?.focus();
}

const focusable = 'input, textarea, [role="spinbutton"], button';
