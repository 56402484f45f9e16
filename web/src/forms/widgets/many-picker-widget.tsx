import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState } from 'react';
import type { FieldReference } from '../../documents/fields.ts';
import { listOf } from '../../documents/values.ts';
import { useLocale, useText } from '../../i18n/i18n.tsx';
import { IconButton } from '../../ui/button.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { useProblem } from '../form-context.ts';
import classes from '../forms.module.css';
import { pickerQueries } from '../picker-choices.ts';
import type { WidgetProps } from '../widget.ts';

/** Several references: those that there are, and a field that adds one. */
export function ManyPickerWidget({ field, path, label, value, onChange, isReadOnly }: WidgetProps) {
  const text = useText();
  const reference = field.item?.reference ?? noReference;
  const queries = pickerQueries(reference, useLocale());
  const values = listOf(value).map(String);
  const error = useProblem(path, true);
  const [typed, setTyped] = useState('');
  const offered = useQuery(queries.search(typed));
  const choices = (offered.data ?? []).filter(({ id }) => !values.includes(id));
  const add = (id: string | null): void => {
    setTyped('');
    if (id !== null) onChange([...values, id]);
  };
  return (
    <div className={classes.stack}>
      {!isReadOnly && (
        <ComboBox
          label={label}
          options={choices}
          selected={null}
          onSelect={add}
          typed={typed}
          onType={setTyped}
          emptyText={text(offered.isPending ? 'common.loading' : 'forms.noMatch')}
          placeholder={text('forms.addPlaceholder')}
          error={error}
          isRequired={field.rules.isRequired}
        />
      )}
      {isReadOnly && <p className={classes.label}>{label}</p>}
      {values.length > 0 && (
        <ul aria-label={label} className={classes.chips}>
          {values.map((each) => (
            <Chip
              key={each}
              value={each}
              reference={reference}
              onRemove={isReadOnly ? undefined : () => onChange(values.filter((v) => v !== each))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

const noReference: FieldReference = { kind: 'principal', users: true, groups: true };

interface ChipProps {
  readonly value: string;
  readonly reference: FieldReference;
  readonly onRemove: (() => void) | undefined;
}

function Chip({ value, reference, onRemove }: ChipProps) {
  const text = useText();
  const found = useQuery(pickerQueries(reference, useLocale()).find(value));
  const label = found.data?.label ?? value;
  return (
    <li className={classes.chip}>
      {label}
      {onRemove && (
        <IconButton icon={X} label={text('forms.removeItem', { label })} onPress={onRemove} />
      )}
    </li>
  );
}
