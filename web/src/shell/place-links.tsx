import { Link } from '@tanstack/react-router';
import type { AppPlace } from '../actions/places.ts';
import { useText } from '../i18n/i18n.tsx';
import classes from './shell.module.css';
import { TaskBadge } from './task-badge.tsx';

interface Props {
  readonly places: readonly AppPlace[];
  /** One below the other, with icons. */
  readonly isColumn?: boolean;
  readonly onFollow?: () => void;
}

/** The screens that one can go to from everywhere. */
export function PlaceLinks({ places, isColumn = false, onFollow }: Props) {
  const text = useText();
  return (
    <nav
      aria-label={text('shell.navigation')}
      className={isColumn ? classes.placeColumn : classes.places}
    >
      {places.map(({ id, label, icon: Icon, link }) => (
        <Link key={id} {...link} className={classes.place ?? ''} onClick={onFollow}>
          {isColumn && <Icon aria-hidden size={18} />}
          {text(label)}
          {id === 'tasks' && <TaskBadge />}
        </Link>
      ))}
    </nav>
  );
}
