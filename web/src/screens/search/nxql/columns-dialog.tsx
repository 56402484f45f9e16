import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryNamesQuery } from '../../../api/query-names.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import classes from './nxql.module.css';

interface Props {
  readonly columns: readonly string[];
  readonly onChoose: (columns: readonly string[]) => void;
  readonly onClose: () => void;
}

const shownMax = 30;

/** Which properties the table shows. */
export function ColumnsDialog({ columns, onChoose, onClose }: Props) {
  const text = useText();
  const names = useQuery(queryNamesQuery);
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState(columns);
  const others = (names.data?.properties ?? [])
    .map(({ name }) => name)
    .filter((name) => !chosen.includes(name) && name.toLowerCase().includes(filter.toLowerCase()));
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]);
  return (
    <Dialog title={text('nxql.columnsTitle')} onClose={onClose}>
      <TextField label={text('nxql.columnsFilter')} value={filter} onChange={setFilter} autoFocus />
      <div className={classes.names}>
        {[...chosen, ...others.slice(0, shownMax)].map((name) => (
          <Checkbox key={name} isSelected={chosen.includes(name)} onChange={() => toggle(name)}>
            {name}
          </Checkbox>
        ))}
      </div>
      {others.length > shownMax && <p>{text('nxql.columnsMore')}</p>}
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look="primary"
          onPress={() => {
            onClose();
            onChoose(chosen);
          }}
        >
          {text('common.save')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
