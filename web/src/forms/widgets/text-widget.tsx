import { TextField } from '../../ui/text-field.tsx';
import { useProblem } from '../form-context.ts';
import { isLongText } from '../long-text.ts';
import type { WidgetProps } from '../widget.ts';

export function TextWidget({
  field,
  path,
  label,
  isLabelHidden,
  value,
  onChange,
  isReadOnly,
}: WidgetProps) {
  const error = useProblem(path);
  return (
    <TextField
      label={label}
      isLabelHidden={isLabelHidden}
      value={typeof value === 'string' ? value : String(value ?? '')}
      onChange={(next) => onChange(next === '' ? null : next)}
      rows={isLongText(field) ? 4 : 1}
      error={error}
      isReadOnly={isReadOnly || field.kind === 'binary'}
      isRequired={field.rules.isRequired}
    />
  );
}
