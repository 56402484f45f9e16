import { useId } from 'react';
import type { Operation } from '../../api/operations.ts';
import { useText } from '../../i18n/i18n.tsx';
import field from '../../ui/field.module.css';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type FormValues, inputKindsOf, takesFiles } from './call-values.ts';

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
        <TextField
          label={text('operations.input')}
          help={text(helpOf(inputKind))}
          rows={inputKind === 'document' ? 1 : 3}
          value={values.input}
          onChange={(input) => onChange({ ...values, input })}
        />
      )}
    </>
  );
}

function helpOf(kind: string) {
  if (kind === 'document') return 'operations.inputDocument';
  return kind === 'documents' ? 'operations.inputDocuments' : 'operations.inputValue';
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
