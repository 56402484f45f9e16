import { Label, Radio, RadioGroup } from 'react-aria-components';
import field from './field.module.css';
import classes from './radio-choice.module.css';
import type { Option } from './select.tsx';

interface Props<K extends string> {
  readonly label: string;
  readonly options: readonly Option<K>[];
  readonly value: K;
  readonly onChange: (value: K) => void;
}

/** One of two or three options, all of them seen. */
export function RadioChoice<K extends string>({ label, options, value, onChange }: Props<K>) {
  return (
    <RadioGroup value={value} onChange={(id) => onChange(id as K)} className={field.field ?? ''}>
      <Label className={field.label ?? ''}>{label}</Label>
      {options.map((each) => (
        <Radio key={each.id} value={each.id} className={`${field.choice} ${classes.radio}`}>
          <span className={classes.ring} />
          {each.label}
        </Radio>
      ))}
    </RadioGroup>
  );
}
