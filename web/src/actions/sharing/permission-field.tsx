import { useState } from 'react';
import { permissionNames } from '../../documents/permission-names.ts';
import { permissionText } from '../../documents/permission-text.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Select } from '../../ui/select.tsx';

interface Props {
  /** What is usually granted on such documents. */
  readonly offered: readonly string[];
  readonly value: string;
  readonly onChange: (permission: string) => void;
}

const other = 'other';

/** The usual permissions; all others after one more choice. */
export function PermissionField({ offered, value, onChange }: Props) {
  const text = useText();
  const [isOther, setIsOther] = useState(!offered.includes(value));
  const option = (id: string) => ({ id, label: permissionText(text, id) });
  const rest = [...new Set([...permissionNames, value])].filter((id) => !offered.includes(id));
  return (
    <>
      <Select
        label={text('rights.shareWhat')}
        options={[...offered.map(option), { id: other, label: text('rights.shareOther') }]}
        value={isOther ? other : value}
        onChange={(id) => {
          setIsOther(id === other);
          onChange(id === other ? (rest[0] ?? value) : id);
        }}
      />
      {isOther && (
        <Select
          label={text('rights.shareOtherWhat')}
          options={rest.map(option)}
          value={value}
          onChange={onChange}
        />
      )}
    </>
  );
}
