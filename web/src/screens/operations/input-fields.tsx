import { useId } from 'react';
import type { Operation } from '../../api/operations.ts';
import { useText } from '../../i18n/i18n.tsx';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type FormValues, inputKindsOf, takesFiles } from './call-values.ts';
import { SearchedField } from './suggestion-field.tsx';

interface Props {
  readonly operation: Operation;
  readonly values: FormValues;
  readonly onChange: (values: FormValues) => void;
}

/** What the operation works on: nothing, documents, files, or a value. */
export function InputFields({ operation, values, onChange }: Props) {
  const text = useText();
  const kinds = inputKindsOf(operation);
  const { inputKind } = values;
  return (
    <>
      {kinds.length > 1 && (
        <Select
          label={text('operations.inputKind')}
          options={kinds.map((id) => ({ id, label: id === 'void' ? text('common.none') : id }))}
          value={inputKind}
          onChange={(kind) => onChange({ ...values, inputKind: kind })}
        />
      )}
      {takesFiles(inputKind) && (
        <FileField
          isMultiple={inputKind === 'bloblist'}
          onChange={(files) => onChange({ ...values, files })}
        />
      )}
      {inputKind !== 'void' && !takesFiles(inputKind) && (
        <ValueField
          kind={inputKind}
          value={values.input}
          onChange={(input) => onChange({ ...values, input })}
        />
      )}
    </>
  );
}

interface ValueProps {
  readonly kind: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function ValueField({ kind, ...props }: ValueProps) {
  const text = useText();
  const label = text('operations.input');
  if (kind === 'document') {
    const help = text('operations.inputDocument');
    return <SearchedField {...props} kind="document" label={label} help={help} />;
  }
  const help = text(kind === 'documents' ? 'operations.inputDocuments' : 'operations.inputValue');
  return <TextField {...props} label={label} help={help} rows={3} />;
}

interface FileProps {
  readonly isMultiple: boolean;
  readonly onChange: (files: readonly File[]) => void;
}

function FileField({ isMultiple, onChange }: FileProps) {
  const text = useText();
  const id = useId();
  return (
    <div className={field.field}>
      <label htmlFor={id} className={field.label}>
        {text('operations.file')}
      </label>
      <input
        id={id}
        type="file"
        multiple={isMultiple}
        onChange={({ target }) => onChange([...(target.files ?? [])])}
      />
    </div>
  );
}
