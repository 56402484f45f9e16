import type { Param } from '../../api/operations.ts';
import { type Text, useText } from '../../i18n/i18n.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { isStructured, type Problem } from './call-values.ts';
import { fieldKindOf } from './field-kind.ts';
import { SearchedField, SuggestionField } from './suggestion-field.tsx';

interface Props {
  readonly param: Param;
  readonly value: string;
  readonly problem: Problem | undefined;
  readonly onChange: (value: string) => void;
}

const messages = { required: 'operations.isRequired', json: 'operations.isNoJson' } as const;

/** A field by the type of the parameter. */
export function ParamField({ param, value, problem, onChange }: Props) {
  const text = useText();
  const { name: label, required: isRequired, values } = param;
  const error = problem && text(messages[problem]);
  const kind = fieldKindOf(param);
  const common = { label, isRequired, error, value, onChange, help: helpOf(param, text) };
  switch (kind) {
    case 'switch':
      return <OptionField {...common} options={['true', 'false']} />;
    case 'options':
      return <OptionField {...common} options={values} />;
    case 'date':
      return (
        <DateTimeField
          {...common}
          value={value === '' ? null : value}
          onChange={(next) => onChange(next ?? '')}
          clearLabel={text('forms.clear', { label })}
        />
      );
    case 'document':
    case 'user':
      return <SearchedField {...common} kind={kind} />;
    case 'suggestions':
      return (
        <SuggestionField
          {...common}
          options={values
            .filter((each) => each.toLowerCase().includes(value.toLowerCase()))
            .map((id) => ({ id, label: id }))}
        />
      );
    case 'number':
      return <TextField {...common} inputMode="numeric" />;
    case 'text':
      return <TextField {...common} rows={isStructured(param) ? 4 : 1} />;
  }
}

interface OptionProps extends Omit<Props, 'param' | 'problem'> {
  readonly label: string;
  readonly help: string;
  readonly error: string | undefined;
  readonly isRequired: boolean;
  readonly options: readonly string[];
}

function OptionField({ options, help, ...props }: OptionProps) {
  const text = useText();
  return (
    <div className={field.field}>
      <Select
        {...props}
        options={['', ...options].map((id) => ({ id, label: id || text('operations.notSent') }))}
      />
      <p className={field.help}>{help}</p>
    </div>
  );
}

function helpOf({ type, description, values }: Param, text: Text): string {
  const suggested =
    values.length > 0 && text('operations.suggested', { values: values.join(', ') });
  return [description, `(${type})`, suggested].filter(Boolean).join(' ');
}
