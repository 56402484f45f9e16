import { Link, useLocation } from '@tanstack/react-router';
import type { AppPlace } from '../actions/places.ts';
import { useText } from '../i18n/i18n.tsx';
import classes from './shell.module.css';
import { TaskBadge } from './task-badge.tsx';

/** As the router marks links of the shown screen. */
const here = { 'data-status': 'active', 'aria-current': 'page' } as const;

interface Props {
  readonly places: readonly AppPlace[];
  /** One below the other, with icons. */
  readonly isColumn?: boolean;
  readonly onFollow?: () => void;
}

/** The screens that one can go to from everywhere. */
export function PlaceLinks({ places, isColumn = false, onFollow }: Props) {
  const text = useText();
  const isBrowsing = useLocation({ select: ({ pathname }) => pathname.startsWith('/browse') });
  return (
    <nav
      aria-label={text('shell.navigation')}
      className={isColumn ? classes.placeColumn : classes.places}
    >
      {places.map(({ id, label, icon: Icon, link }) => (
        <Link
          key={id}
          {...link}
          // Its address only leads to a folder, which has another one.
          {...(id === 'documents' && isBrowsing ? here : undefined)}
          className={classes.place ?? ''}
          onClick={onFollow}
        >
          {isColumn && <Icon aria-hidden size={18} />}
          {text(label)}
          {id === 'tasks' && <TaskBadge />}
        </Link>
      ))}
    </nav>
  );
}
