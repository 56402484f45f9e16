import { useId, useState } from 'react';
import classes from './field.module.css';

interface Props {
  readonly label: string;
  /** `2026-11-23`, or nothing. */
  readonly value: string;
  /** With a whole date, or nothing. */
  readonly onChange: (value: string) => void;
}

/** A day, in the control of the browser. */
export function DateField({ label, value, onChange }: Props) {
  const id = useId();
  const [given, setGiven] = useState(value);
  const [draft, setDraft] = useState(value);
  if (given !== value) {
    setGiven(value);
    setDraft(value);
  }
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={classes.label}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        // Years with fewer digits are still being typed.
        min="1000-01-01"
        max="9999-12-31"
        value={draft}
        className={classes.input}
        onChange={({ target }) => {
          setDraft(target.value);
          if (target.validity.valid && target.value !== value) onChange(target.value);
        }}
      />
    </div>
  );
}
