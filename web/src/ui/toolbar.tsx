import type { ReactNode } from 'react';
import { Toolbar as AriaToolbar } from 'react-aria-components';
import classes from './toolbar.module.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
}

/** Buttons in a row with one stop of the Tab key: arrows go from one to the next. */
export function Toolbar({ label, children }: Props) {
  return (
    <AriaToolbar aria-label={label} className={classes.toolbar ?? ''}>
      {children}
    </AriaToolbar>
  );
}
