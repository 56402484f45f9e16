import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Choice } from '../../api/choices.ts';
import type { FieldReference } from '../../documents/fields.ts';
import { useLocale, useText } from '../../i18n/i18n.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import { useProblem } from '../form-context.ts';
import { pickerQueries } from '../picker-choices.ts';
import type { WidgetProps } from '../widget.ts';

/** The id of an entry, a user, a group or a document, chosen by its label. */
export function PickerWidget({ field, path, label, value, onChange, ...props }: WidgetProps) {
  const text = useText();
  const reference = field.reference ?? noReference;
  const queries = pickerQueries(reference, useLocale());
  const selected = typeof value === 'string' && value !== '' ? value : null;
  // What was chosen here is known: its label must not come later and open the list again.
  const [chosen, setChosen] = useState<Choice>();
  const isChosen = chosen !== undefined && chosen.id === selected;
  const found = useQuery({
    ...queries.find(selected ?? ''),
    enabled: selected !== null && !isChosen,
  });
  const named = isChosen ? chosen : found.data;
  const current = selected === null ? undefined : (named ?? { id: selected, label: selected });
  // Undefined while the user types nothing: then the field shows the label of the value.
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? current?.label ?? '';
  const search = typed === undefined || typed === current?.label ? '' : typed;
  const offered = useQuery(queries.search(search));
  const options = withCurrent(offered.data ?? [], current);
  const select = (id: string | null): void => {
    setTyped(undefined);
    setChosen(options.find((each) => each.id === id));
    if (id !== selected) onChange(id);
  };
  const type = (next: string): void => {
    setTyped(next === current?.label ? undefined : next);
    if (next === '') onChange(null);
  };
  return (
    <ComboBox
      label={label}
      isLabelHidden={props.isLabelHidden}
      options={options}
      selected={selected}
      onSelect={select}
      typed={shown}
      onType={type}
      emptyText={text(offered.isPending ? 'common.loading' : 'forms.noMatch')}
      error={useProblem(path)}
      isReadOnly={props.isReadOnly}
      isRequired={field.rules.isRequired}
    />
  );
}

const noReference: FieldReference = { kind: 'principal', users: true, groups: true };

/** The list has to have what is selected. */
function withCurrent(choices: readonly Choice[], current: Choice | undefined): readonly Choice[] {
  if (current === undefined || choices.some(({ id }) => id === current.id)) return choices;
  return [current, ...choices];
}
