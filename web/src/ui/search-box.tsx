import { Search, X } from 'lucide-react';
import { Button, Input, SearchField } from 'react-aria-components';
import field from './field.module.css';
import classes from './search-box.module.css';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field that filters what is shown; Escape empties it. */
export function SearchBox({ label, value, onChange }: Props) {
  return (
    <SearchField aria-label={label} value={value} onChange={onChange} className={classes.box ?? ''}>
      <Search aria-hidden size={16} className={classes.icon} />
      <Input placeholder={label} className={`${field.input} ${classes.input}`} />
      <Button className={classes.clear ?? ''}>
        <X aria-hidden size={16} />
      </Button>
    </SearchField>
  );
}
