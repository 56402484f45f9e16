import { useId } from 'react';
import classes from './field.module.css';

interface Props {
  readonly label: string;
  /** Such as `2026-11-23`; empty for none. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A day, with the calendar of the browser. */
export function DayField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={classes.input}
      />
    </div>
  );
}
