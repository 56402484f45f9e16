import { Checkbox } from '../../ui/checkbox.tsx';
import { useProblem } from '../form-context.ts';
import classes from '../forms.module.css';
import type { WidgetProps } from '../widget.ts';

export function BooleanWidget({ path, label, value, onChange, isReadOnly }: WidgetProps) {
  const error = useProblem(path);
  return (
    <>
      <Checkbox
        isSelected={value === true || value === 'true'}
        onChange={onChange}
        isReadOnly={isReadOnly}
        isInvalid={error !== undefined}
      >
        {label}
      </Checkbox>
      {error && <p className={classes.error}>{error}</p>}
    </>
  );
}
