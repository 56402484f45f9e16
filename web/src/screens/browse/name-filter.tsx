import { useEffect, useState } from 'react';
import { useText } from '../../i18n/i18n.tsx';
import classes from './browse.module.css';

/** After the last key. */
const pauseMs = 250;

interface Props {
  /** As in the address. */
  readonly value: string;
  readonly onChange: (value: string | undefined) => void;
}

/** Shows only documents whose names contain a text. */
export function NameFilter({ value, onChange }: Props) {
  const text = useText();
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  const [sent, setSent] = useState<string>();
  if (known !== value) {
    setKnown(value);
    // What was sent comes back after the next letters where the machine is busy: these stay.
    if (value === sent) setSent(undefined);
    else setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed === '' ? undefined : typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      className={classes.filter}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      aria-label={text('browse.filter')}
      placeholder={text('browse.filter')}
    />
  );
}
