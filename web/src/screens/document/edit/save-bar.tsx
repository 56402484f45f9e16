import { RotateCcw, Save } from 'lucide-react';
import type { Increment } from '../../../api/edits.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/select.tsx';
import classes from './edit.module.css';

interface Props {
  /** Names of properties. */
  readonly changed: readonly string[];
  /** Undefined for documents without versions. */
  readonly increment: Increment | undefined;
  readonly onIncrement: (increment: Increment) => void;
  readonly isDisabled: boolean;
  readonly onSave: () => void;
  readonly onRevert: () => void;
}

/** Stays in view below the form: how much has changed, and what becomes of it. */
export function SaveBar({ changed, increment, onIncrement, isDisabled, onSave, onRevert }: Props) {
  const text = useText();
  const increments = [
    { id: 'NONE' as const, label: text('document.version.none') },
    { id: 'MINOR' as const, label: text('document.version.minor') },
    { id: 'MAJOR' as const, label: text('document.version.major') },
  ];
  return (
    <div className={classes.bar}>
      <p role="status" className={classes.count}>
        {text('document.changedCount', { count: changed.length })}
      </p>
      {increment !== undefined && (
        <div className={classes.version}>
          <Select
            label={text('document.version')}
            isLabelHidden
            options={increments}
            value={increment}
            onChange={onIncrement}
          />
        </div>
      )}
      <Button icon={RotateCcw} isDisabled={changed.length === 0} onPress={onRevert}>
        {text('document.revertAll')}
      </Button>
      <Button look="primary" icon={Save} isDisabled={isDisabled} onPress={onSave}>
        {text('common.save')}
      </Button>
    </div>
  );
}
