import { useText } from '../../i18n/i18n.tsx';
import { DateTimeField } from '../../ui/date-time-field.tsx';
import { useProblem } from '../form-context.ts';
import type { WidgetProps } from '../widget.ts';

export function DateWidget({ field, path, label, value, onChange, ...props }: WidgetProps) {
  const text = useText();
  return (
    <DateTimeField
      label={label}
      isLabelHidden={props.isLabelHidden}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
      clearLabel={text('forms.clear', { label })}
      error={useProblem(path)}
      isReadOnly={props.isReadOnly}
      isRequired={field.rules.isRequired}
    />
  );
}
