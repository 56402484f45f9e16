import type { Param } from '../../api/operations.ts';
import { type Text, useText } from '../../i18n/i18n.tsx';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isStructured, type Problem } from './call-values.ts';

interface Props {
  readonly param: Param;
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly onChange: (value: string) => void;
}

const messages = { required: 'operations.isRequired', json: 'operations.isNoJson' } as const;

/** A field by the type of the parameter. Its values are suggestions, except of a widget with options. */
export function ParamField({ param, value, problem, onChange }: Props) {
  const text = useText();
  const error = problem && text(messages[problem]);
  const options = optionsOf(param);
  if (options.length > 0) {
    const all = ['', ...options];
    return (
      <div className={field.field}>
        <Select
          label={param.name}
          options={all.map((id) => ({ id, label: id === '' ? text('operations.notSent') : id }))}
          value={value}
          onChange={onChange}
          error={error}
          isRequired={param.required}
        />
        <p className={field.help}>{helpOf(param, text)}</p>
      </div>
    );
  }
  return (
    <TextField
      label={param.name}
      help={helpOf(param, text)}
      error={error}
      isRequired={param.required}
      rows={isStructured(param) ? 4 : 1}
      value={value}
      onChange={onChange}
    />
  );
}

function optionsOf({ type, widget, values }: Param): readonly string[] {
  if (type === 'boolean') return ['true', 'false'];
  return widget === 'Option' ? values : [];
}

function helpOf({ type, description, values }: Param, text: Text): string {
  const suggested =
    values.length > 0 && text('operations.suggested', { values: values.join(', ') });
  return [description, `(${type})`, suggested].filter(Boolean).join(' ');
}
