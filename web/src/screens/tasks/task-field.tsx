import { useText } from '../../i18n/i18n.tsx';
import { labelOf } from '../../i18n/labels.ts';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { PeopleField } from './people-field.tsx';
import type { TaskField } from './task-answer.ts';

interface Props {
  readonly field: TaskField;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly error?: string | undefined;
}

export function TaskFieldInput({ field: { name, kind }, value, onChange, error }: Props) {
  const text = useText();
  const label = labelOf(text, `tasks.${name}`);
  const shown = typeof value === 'string' ? value : '';
  if (kind === 'people') {
    const people = Array.isArray(value) ? value.map(String) : [];
    return <PeopleField label={label} value={people} onChange={onChange} error={error} />;
  }
  if (kind === 'choice') {
    const options = [
      { id: 'validation', label: text('tasks.validation') },
      { id: 'simpleReview', label: text('tasks.review') },
    ];
    return (
      <Select label={label} options={options} value={shown || 'validation'} onChange={onChange} />
    );
  }
  if (kind === 'read-only') {
    return <TextField label={label} value={shown} isReadOnly rows={2} />;
  }
  if (kind === 'date') {
    const set = (day: string): void => onChange(day === '' ? null : `${day}T23:59:59.000Z`);
    return <TextField label={label} type="date" value={shown.slice(0, 10)} onChange={set} />;
  }
  return <TextField label={label} value={shown} onChange={onChange} rows={2} />;
}
