import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { type Task, tasksPerPage, tasksQuery } from '../../api/tasks.ts';
import { useText } from '../../i18n/i18n.tsx';
import { useUser } from '../../session/use-session.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Empty, Unloaded } from '../../ui/states.tsx';
import tabs from '../../ui/tabs.module.css';
import { tasksRoute } from './route.ts';
import { TaskRow } from './task-row.tsx';
import classes from './tasks.module.css';

const scopes = ['mine', 'all'] as const;

export function TasksScreen() {
  const text = useText();
  const user = useUser();
  const { which = 'mine', page = 0 } = tasksRoute.useSearch();
  const found = useQuery({
    ...tasksQuery(which === 'mine' ? user.id : undefined, page),
    placeholderData: keepPreviousData,
  });
  usePageTitle(text('tasks.title'));
  return (
    <div className={classes.screen}>
      <h1>{text('tasks.title')}</h1>
      <nav aria-label={text('tasks.which')} className={tabs.tabs}>
        {scopes.map((scope) => (
          <Link
            key={scope}
            to="/tasks"
            search={{ which: scope }}
            aria-current={scope === which ? 'page' : undefined}
            className={tabs.tab ?? ''}
          >
            {text(`tasks.${scope}`)}
          </Link>
        ))}
      </nav>
      {(!found.data || found.error) && <Unloaded found={found} />}
      {found.data && <TaskList tasks={found.data.tasks} count={found.data.count} page={page} />}
    </div>
  );
}

interface ListProps {
  readonly tasks: readonly Task[];
  readonly count: number;
  readonly page: number;
}

function TaskList({ tasks, count, page }: ListProps) {
  const text = useText();
  if (tasks.length === 0) {
    return (
      <Empty icon={ListChecks} title={text('tasks.none')}>
        <p>{text('tasks.noneHelp')}</p>
      </Empty>
    );
  }
  const pages = Math.ceil(count / tasksPerPage);
  return (
    <>
      <p role="status" className={classes.quiet}>
        {text('tasks.count', { count })}
      </p>
      <ul aria-label={text('tasks.list')} className={classes.list}>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
      {pages > 1 && <Pages page={page} pages={pages} />}
    </>
  );
}

function Pages({ page, pages }: { readonly page: number; readonly pages: number }) {
  const text = useText();
  const to = (label: 'tasks.previous' | 'tasks.nextPage', target: number) =>
    target >= 0 &&
    target < pages && (
      <Link to="/tasks" search={(previous) => ({ ...previous, page: target })}>
        {text(label)}
      </Link>
    );
  return (
    <nav className={classes.pages} aria-label={text('tasks.page', { page: page + 1, pages })}>
      {to('tasks.previous', page - 1)}
      <span>{text('tasks.page', { page: page + 1, pages })}</span>
      {to('tasks.nextPage', page + 1)}
    </nav>
  );
}
