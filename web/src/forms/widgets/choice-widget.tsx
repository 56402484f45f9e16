import { useText } from '../../i18n/i18n.tsx';
import { Select } from '../../ui/select.tsx';
import { useProblem } from '../form-context.ts';
import type { WidgetProps } from '../widget.ts';

/** One of the values that the content model allows. */
export function ChoiceWidget({ field, path, label, value, onChange, ...props }: WidgetProps) {
  const text = useText();
  const { choices = [], isRequired } = field.rules;
  const none = isRequired ? [] : [{ id: '', label: text('common.none') }];
  return (
    <Select
      label={label}
      isLabelHidden={props.isLabelHidden ?? false}
      options={[...none, ...choices.map((id) => ({ id, label: id }))]}
      value={String(value ?? '')}
      onChange={(next) => onChange(next === '' ? null : next)}
      error={useProblem(path)}
      isRequired={isRequired}
      isDisabled={props.isReadOnly}
    />
  );
}
