import type { LucideIcon } from 'lucide-react';
import { Button as AriaButton, Tooltip, TooltipTrigger } from 'react-aria-components';
import classes from './button.module.css';

interface Props {
  readonly icon: LucideIcon;
  /** What a press does now. */
  readonly label: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A button with two states: filled where it is on. Its name tells what a press does, so it has no pressed state for readers. */
export function ToggleIconButton({ icon: Icon, label, isOn, onChange }: Props) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton
        aria-label={label}
        className={`${classes.button} ${classes.square} ${classes.quiet}`}
        onPress={() => onChange(!isOn)}
      >
        <Icon aria-hidden size={18} fill={isOn ? 'currentColor' : 'none'} fillOpacity={0.85} />
      </AriaButton>
      <Tooltip className={classes.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
