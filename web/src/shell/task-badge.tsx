import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { taskCountQuery } from '../api/tasks.ts';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import classes from './shell.module.css';

/** Asked for again with the focus of the window, and after each decision. */
const freshMs = 60_000;

export function TasksPlace() {
  const text = useText();
  const { data: count = 0 } = useQuery({ ...taskCountQuery(useUser().id), staleTime: freshMs });
  return (
    <Link to="/tasks" className={classes.place ?? ''}>
      {text('shell.tasks')}
      {count > 0 && (
        <span className={classes.badge}>
          <span aria-hidden>{count}</span>
          <span className="visually-hidden">{text('tasks.badge', { count })}</span>
        </span>
      )}
    </Link>
  );
}
