import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Workflow as WorkflowIcon } from 'lucide-react';
import { openStartWorkflow } from '../../../actions/start-workflow.tsx';
import { isGone } from '../../../api/errors.ts';
import { documentTasksQuery, type Task } from '../../../api/tasks.ts';
import type { Doc } from '../../../api/types.ts';
import { runningWorkflowsQuery, type Workflow } from '../../../api/workflows.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { labelOf } from '../../../i18n/labels.ts';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { Empty, Unloaded } from '../../../ui/states.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import classes from './workflow.module.css';
import { WorkflowGraph } from './workflow-graph.tsx';

/** What runs on a document, where it stands, and what can be started. */
export function WorkflowTab({ document }: { readonly document: Doc }) {
  const text = useText();
  const running = useQuery(runningWorkflowsQuery(document.uid));
  const tasks = useQuery(documentTasksQuery(document.uid));
  if (!running.data || isGone(running.error)) return <Unloaded found={running} />;
  const start = (
    <Button icon={WorkflowIcon} onPress={() => openStartWorkflow([document])}>
      {text('workflow.start')}
    </Button>
  );
  if (running.data.length === 0) {
    return (
      <Empty icon={WorkflowIcon} title={text('workflow.noneHere')}>
        {start}
      </Empty>
    );
  }
  return (
    <div className={classes.section}>
      <div>{start}</div>
      {running.data.map((workflow) => (
        <RunningWorkflow
          key={workflow.id}
          workflow={workflow}
          uid={document.uid}
          tasks={(tasks.data ?? []).filter(({ workflowId }) => workflowId === workflow.id)}
        />
      ))}
    </div>
  );
}

interface RunningProps {
  readonly workflow: Workflow;
  readonly uid: string;
  readonly tasks: readonly Task[];
}

function RunningWorkflow({ workflow, uid, tasks }: RunningProps) {
  const text = useText();
  const user = useUser();
  const { id, title, initiator } = workflow;
  const mayCancel = user.isAdministrator || initiator?.name === user.id;
  const ask = (): void =>
    openDialog((close) => <CancelDialog workflow={workflow} uid={uid} onClose={close} />);
  return (
    <section className={classes.running}>
      <div className={classes.row}>
        <div>
          <h2>{labelOf(text, title)}</h2>
          {initiator && (
            <p className={classes.quiet}>{text('workflow.startedBy', { name: initiator.label })}</p>
          )}
        </div>
        {mayCancel && <Button onPress={ask}>{text('workflow.cancel')}</Button>}
      </div>
      {tasks.length > 0 && (
        <div>
          <h3>{text('workflow.openTasks')}</h3>
          <ul>
            {tasks.map((task) => (
              <li key={task.id}>
                <Link to="/tasks/$taskId" params={{ taskId: task.id }}>
                  {labelOf(text, task.name)}
                </Link>{' '}
                <span className={classes.quiet}>
                  {task.actors.map(({ label }) => label).join(', ')}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <WorkflowGraph workflowId={id} title={title} />
    </section>
  );
}
