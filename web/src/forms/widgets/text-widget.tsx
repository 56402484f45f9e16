import { TextField } from '../../ui/text-field.tsx';
import { useProblem } from '../form-context.ts';
import type { WidgetProps } from '../widget.ts';

/** Texts that may be as long as this are written over several lines. */
const longFrom = 1_000;
const longNames = /(?:description|caption|comment|abstract|summary)$/i;

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
  const { isRequired, maxLength = 0 } = field.rules;
  const isLong = maxLength >= longFrom || longNames.test(field.name);
  return (
    <TextField
      label={label}
      isLabelHidden={isLabelHidden}
      value={typeof value === 'string' ? value : String(value ?? '')}
      onChange={(next) => onChange(next === '' ? null : next)}
      rows={isLong ? 4 : 1}
      error={error}
      isReadOnly={isReadOnly || field.kind === 'binary'}
      isRequired={isRequired}
    />
  );
}
