import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, type LinkProps, Tooltip, TooltipTrigger } from 'react-aria-components';
import classes from './button.module.css';

interface Props extends Omit<LinkProps, 'className' | 'children' | 'style'> {
  readonly icon: LucideIcon;
  readonly look?: 'plain' | 'primary';
  readonly children: ReactNode;
}

/** A place, or a file to download, that looks like a button. */
export function LinkButton({ icon: Icon, look = 'plain', children, ...props }: Props) {
  return (
    <Link {...props} className={`${classes.button} ${classes[look]}`}>
      <Icon aria-hidden size={17} />
      {children}
    </Link>
  );
}

interface IconLinkProps extends Omit<LinkProps, 'className' | 'children' | 'style'> {
  readonly icon: LucideIcon;
  /** Its name, which is shown while the pointer or the focus is on it. */
  readonly label: string;
}

export function IconLink({ icon: Icon, label, ...props }: IconLinkProps) {
  return (
    <TooltipTrigger delay={500}>
      <Link
        {...props}
        aria-label={label}
        className={`${classes.button} ${classes.square} ${classes.quiet}`}
      >
        <Icon aria-hidden size={18} />
      </Link>
      <Tooltip className={classes.tooltip ?? ''} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
