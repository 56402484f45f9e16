import { useText } from '../../i18n/i18n.tsx';
import { Select } from '../../ui/select.tsx';
import { useProblem } from '../form-context.ts';
import type { WidgetProps } from '../widget.ts';

const formats = {
  'text/plain': 'forms.format.plain',
  'text/markdown': 'forms.format.markdown',
  'text/html': 'forms.format.html',
  'text/xml': 'forms.format.xml',
} as const;

export function NoteFormatWidget({ path, label, value, onChange, isReadOnly }: WidgetProps) {
  const text = useText();
  const known = Object.entries(formats).map(([id, name]) => ({ id, label: text(name) }));
  const current = String(value ?? '');
  const other = current === '' || current in formats ? [] : [{ id: current, label: current }];
  return (
    <Select
      label={label}
      options={[...known, ...other]}
      value={current === '' ? null : current}
      onChange={onChange}
      error={useProblem(path)}
      isDisabled={isReadOnly}
    />
  );
}
