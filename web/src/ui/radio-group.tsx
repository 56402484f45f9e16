import { RadioGroup as AriaRadioGroup, Label, Radio } from 'react-aria-components';
import classes from './choice.module.css';
import field from './field.module.css';

interface Props<K extends string> {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  /** One below the other, for long labels. */
  readonly isColumn?: boolean;
  readonly options: readonly { readonly id: K; readonly label: string }[];
  readonly value: K | null;
  readonly onChange: (value: K) => void;
}

/** A few options that are all seen at once. */
export function RadioGroup<K extends string>({
  label,
  isLabelHidden,
  isColumn = false,
  options,
  value,
  onChange,
}: Props<K>) {
  return (
    <AriaRadioGroup
      className={field.field ?? ''}
      value={value}
      onChange={(next) => onChange(next as K)}
      orientation={isColumn ? 'vertical' : 'horizontal'}
    >
      <Label className={isLabelHidden ? 'visually-hidden' : (field.label ?? '')}>{label}</Label>
      <div className={isColumn ? classes.radioColumn : classes.radios}>
        {options.map((option) => (
          <Radio key={option.id} value={option.id} className={classes.radio ?? ''}>
            {option.label}
          </Radio>
        ))}
      </div>
    </AriaRadioGroup>
  );
}
