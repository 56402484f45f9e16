import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pickerQueries } from '../../forms/picker-choices.ts';
import { useLocale, useText } from '../../i18n/i18n.tsx';
import { ComboBox } from '../../ui/combo-box.tsx';
import type { ListedOption } from '../../ui/option-list.tsx';

interface FieldProps {
  readonly label: string;
  readonly help: string;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Documents by their titles, or users by their names; a text of another kind is sent as it is typed. */
export function SearchedField({
  kind,
  ...props
}: FieldProps & { readonly kind: 'document' | 'user' }) {
  const { value, onChange } = props;
  // What was chosen is no text to search for.
  const [chosen, setChosen] = useState<ListedOption>();
  const isChosen = chosen !== undefined && chosen.id === value;
  const queries = pickerQueries(references[kind], useLocale());
  const found = useQuery(queries.search(isChosen ? '' : value));
  const options = (found.data ?? []).map(({ id, label }) => ({
    id,
    label: id,
    ...(label !== id && { detail: label }),
  }));
  return (
    <SuggestionField
      {...props}
      options={isChosen ? [chosen, ...options.filter(({ id }) => id !== value)] : options}
      onChange={(next) => {
        setChosen(options.find(({ id }) => id === next));
        onChange(next);
      }}
    />
  );
}

const references = {
  document: { kind: 'document', isPath: true },
  user: { kind: 'principal', users: true, groups: false },
} as const;

/** Any text, with values that are usual. */
export function SuggestionField({
  options,
  value,
  onChange,
  ...props
}: FieldProps & { readonly options: readonly ListedOption[] }) {
  const text = useText();
  return (
    <ComboBox
      {...props}
      options={options}
      selected={options.some(({ id }) => id === value) ? value : null}
      onSelect={(id) => id !== null && onChange(id)}
      typed={value}
      onType={onChange}
      emptyText={text('operations.sentAsTyped')}
      takesAnyText
    />
  );
}
