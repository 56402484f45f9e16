import type { LucideIcon } from 'lucide-react';
import { X } from 'lucide-react';
import { Button as AriaButton } from 'react-aria-components';
import classes from './chips.module.css';
import { KeepsFocus } from './keeps-focus.tsx';

export interface Chip {
  readonly id: string;
  readonly label: string;
  readonly icon?: LucideIcon | undefined;
  /** The name of the button that removes it; without one there is no button. */
  readonly removeLabel?: string | undefined;
}

interface Props {
  readonly label: string;
  readonly chips: readonly Chip[];
  readonly onRemove: (id: string) => void;
}

/** Short texts in a row, which can be removed one by one. */
export function Chips({ label, chips, onRemove }: Props) {
  return (
    <KeepsFocus count={chips.length}>
      {chips.length > 0 && (
        <ul aria-label={label} className={classes.chips}>
          {chips.map((chip) => (
            <ChipItem key={chip.id} chip={chip} onRemove={onRemove} />
          ))}
        </ul>
      )}
    </KeepsFocus>
  );
}

interface ItemProps {
  readonly chip: Chip;
  readonly onRemove: (id: string) => void;
}

function ChipItem({ chip: { id, label, icon: Icon, removeLabel }, onRemove }: ItemProps) {
  return (
    <li className={classes.chip}>
      {Icon && <Icon aria-hidden size={15} />}
      <span>{label}</span>
      {removeLabel && (
        <AriaButton
          aria-label={removeLabel}
          className={classes.remove ?? ''}
          onPress={() => onRemove(id)}
        >
          <X aria-hidden size={15} />
        </AriaButton>
      )}
    </li>
  );
}
