import { Link } from '@tanstack/react-router';
import type { Task } from '../../api/tasks.ts';
import { useText } from '../../i18n/i18n.tsx';
import { labelOf } from '../../i18n/labels.ts';
import { DueDate } from './due-date.tsx';
import classes from './tasks.module.css';

export function TaskRow({ task }: { readonly task: Task }) {
  const text = useText();
  const { id, name, documents, workflowTitle, initiator, dueDate } = task;
  return (
    <li className={classes.row}>
      <Link to="/tasks/$taskId" params={{ taskId: id }} className={classes.name ?? ''}>
        {labelOf(text, name)}
      </Link>
      <span className={classes.documents}>
        {documents.map(({ title }) => title).join(', ') || text('tasks.noDocument')}
      </span>
      <span className={classes.quiet}>
        {[
          workflowTitle && labelOf(text, workflowTitle),
          initiator && text('tasks.from', { name: initiator.label }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <DueDate date={dueDate} />
    </li>
  );
}
