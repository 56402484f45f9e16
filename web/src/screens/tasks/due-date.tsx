import { Clock } from 'lucide-react';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import classes from './tasks.module.css';

export function DueDate({ date }: { readonly date: string | null }) {
  const text = useText();
  const formats = useFormats();
  if (date === null) return <span className={classes.due}>{text('tasks.noDue')}</span>;
  const isOverdue = new Date(date) < new Date();
  return (
    <span className={`${classes.due} ${isOverdue ? classes.overdue : ''}`}>
      <Clock aria-hidden size={15} />
      {text(isOverdue ? 'tasks.overdue' : 'tasks.due', { date: formats.date(date) })}
    </span>
  );
}
