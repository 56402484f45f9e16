import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { isGone } from '../../api/errors.ts';
import { type Task, taskQuery } from '../../api/tasks.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { labelOf } from '../../i18n/labels.ts';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Unloaded } from '../../ui/states.tsx';
import { WorkflowGraph } from '../document/workflow/workflow-graph.tsx';
import { DueDate } from './due-date.tsx';
import { taskRoute } from './route.ts';
import { TaskForm } from './task-form.tsx';
import { TaskSubject } from './task-subject.tsx';
import classes from './tasks.module.css';

export function TaskScreen() {
  const text = useText();
  const { taskId } = taskRoute.useParams();
  const found = useQuery(taskQuery(taskId));
  usePageTitle(found.data && labelOf(text, found.data.name));
  if (!found.data || isGone(found.error)) return <Unloaded isScreen found={found} />;
  return <TaskView key={taskId} task={found.data} />;
}

/** The document beside what is to be decided about it, and where its workflow stands. */
function TaskView({ task }: { readonly task: Task }) {
  const text = useText();
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <Link to="/tasks" aria-label={text('tasks.back')}>
          <ArrowLeft aria-hidden size={20} />
        </Link>
        <h1>{labelOf(text, task.name)}</h1>
        <DueDate date={task.dueDate} />
      </div>
      {task.directive && <p>{labelOf(text, task.directive)}</p>}
      <div className={classes.task}>
        <TaskSubject documents={task.documents} />
        <div className={classes.panel}>
          <TaskForm task={task} />
          <TaskFacts task={task} />
        </div>
      </div>
      {task.workflowId && (
        <WorkflowGraph workflowId={task.workflowId} title={task.workflowTitle ?? task.name} />
      )}
    </div>
  );
}

function TaskFacts({ task }: { readonly task: Task }) {
  const text = useText();
  const formats = useFormats();
  const namesOf = (people: Task['actors']): string => people.map(({ label }) => label).join(', ');
  return (
    <>
      <dl className={classes.facts}>
        <dt>{text('tasks.workflow')}</dt>
        <dd>
          {task.workflowTitle ? labelOf(text, task.workflowTitle) : text('common.none')}
          {task.initiator && ` · ${text('tasks.from', { name: task.initiator.label })}`}
        </dd>
        <dt>{text('tasks.for')}</dt>
        <dd>{namesOf(task.actors)}</dd>
        {task.delegatedActors.length > 0 && (
          <>
            <dt>{text('tasks.delegatedTo')}</dt>
            <dd>{namesOf(task.delegatedActors)}</dd>
          </>
        )}
      </dl>
      {task.comments.length > 0 && (
        <section>
          <h3>{text('tasks.comments')}</h3>
          <ul>
            {task.comments.map(({ author, text: comment, date }) => (
              <li key={`${date} ${author}`}>
                <strong>{author}</strong>{' '}
                <span className={classes.quiet}>{date && formats.relative(date)}</span>
                <p>{comment}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
