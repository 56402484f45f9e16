import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Button as AriaButton,
  type ButtonProps,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import classes from './button.module.css';

type Look = 'plain' | 'primary' | 'quiet' | 'danger';

interface Props extends Omit<ButtonProps, 'className' | 'children' | 'style'> {
  readonly look?: Look;
  readonly icon?: LucideIcon;
  readonly children: ReactNode;
}

export function Button({ look = 'plain', icon: Icon, children, ...props }: Props) {
  return (
    <AriaButton {...props} className={`${classes.button} ${classes[look]}`}>
      {Icon && <Icon aria-hidden size={17} />}
      {children}
    </AriaButton>
  );
}

interface IconButtonProps
  extends Omit<ButtonProps, 'className' | 'children' | 'style' | 'aria-label'> {
  readonly icon: LucideIcon;
  /** Its name, which is shown while the pointer or the focus is on it. */
  readonly label: string;
  readonly look?: Look;
}

export function IconButton({ icon: Icon, label, look = 'quiet', ...props }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <AriaButton
        {...props}
        aria-label={label}
        className={`${classes.button} ${classes.square} ${classes[look]}`}
      >
        <Icon aria-hidden size={18} />
      </AriaButton>
      <Tooltip className={classes.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
