import { useQuery } from '@tanstack/react-query';
import { taskCountQuery } from '../api/tasks.ts';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import classes from './shell.module.css';

/** Asked for again with the focus of the window, and after each decision. */
const freshMs = 60_000;

export function useTaskCount(): number {
  const { data = 0 } = useQuery({ ...taskCountQuery(useUser().id), staleTime: freshMs });
  return data;
}

/** Of the tasks that wait for the user; nothing if there are none. */
export function TaskBadge() {
  const text = useText();
  const count = useTaskCount();
  if (count === 0) return null;
  return (
    <span className={classes.badge}>
      <span aria-hidden>{count}</span>
      <span className="visually-hidden">{text('tasks.badge', { count })}</span>
    </span>
  );
}
