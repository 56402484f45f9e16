import { useText } from '../../i18n/i18n.tsx';
import { NumberField } from '../../ui/number-field.tsx';
import { useProblem } from '../form-context.ts';
import type { WidgetProps } from '../widget.ts';

export function NumberWidget({ field, path, value, onChange, ...props }: WidgetProps) {
  const text = useText();
  const { minimum, maximum, isRequired } = field.rules;
  const error = useProblem(path);
  const isRange = minimum !== undefined && maximum !== undefined;
  return (
    <NumberField
      label={props.label}
      isLabelHidden={props.isLabelHidden}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      isWhole={field.kind === 'long'}
      help={
        // A message says the same.
        isRange && !error ? text('forms.problem.numberBetween', { minimum, maximum }) : undefined
      }
      error={error}
      isReadOnly={props.isReadOnly}
      isRequired={isRequired}
    />
  );
}
