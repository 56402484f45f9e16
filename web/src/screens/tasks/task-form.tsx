import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Forward, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import { endTask, type Task, tasksQuery } from '../../api/tasks.ts';
import { useText } from '../../i18n/i18n.tsx';
import { labelOf } from '../../i18n/labels.ts';
import { useUser } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { openDialog } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { HandoverDialog } from './handover-dialog.tsx';
import { answerOf, fieldsOf, missingFields } from './task-answer.ts';
import { TaskFieldInput } from './task-field.tsx';
import classes from './tasks.module.css';

export function TaskForm({ task }: { readonly task: Task }) {
  const text = useText();
  if (task.state !== 'opened') {
    return <p>{text(task.state === 'ended' ? 'tasks.ended' : 'tasks.cancelled')}</p>;
  }
  if (task.buttons.length === 0) return <p>{text('tasks.notYours')}</p>;
  return <OpenTaskForm task={task} />;
}

function OpenTaskForm({ task }: { readonly task: Task }) {
  const text = useText();
  const fields = fieldsOf(task.variables);
  const [values, setValues] = useState<Readonly<Record<string, unknown>>>(task.variables);
  const [comment, setComment] = useState('');
  const [missing, setMissing] = useState<readonly string[]>([]);
  const ending = useEnding(task);
  const press = (button: Task['buttons'][number]): void => {
    const empty = missingFields(fields, values, button);
    setMissing(empty);
    if (empty.length > 0 || ending.isPending) return;
    ending.mutate({ button: button.name, variables: answerOf(fields, values, comment), comment });
  };
  return (
    <section className={classes.subject} aria-labelledby="decision">
      <h2 id="decision">{text('tasks.decide')}</h2>
      {fields.map((field) => (
        <TaskFieldInput
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => {
            setValues({ ...values, [field.name]: value });
            setMissing(missing.filter((each) => each !== field.name));
          }}
          error={missing.includes(field.name) ? text('tasks.participantsMissing') : undefined}
        />
      ))}
      <TextField label={text('tasks.comment')} value={comment} onChange={setComment} rows={3} />
      <div className={classes.buttons}>
        {[...task.buttons].reverse().map((button, at) => (
          <Button
            key={button.name}
            look={at === 0 ? 'primary' : 'plain'}
            onPress={() => press(button)}
          >
            {labelOf(text, button.label)}
          </Button>
        ))}
      </div>
      <Handovers task={task} />
    </section>
  );
}

function Handovers({ task }: { readonly task: Task }) {
  const text = useText();
  const open = (kind: 'delegate' | 'reassign') => () =>
    openDialog((close) => <HandoverDialog task={task} kind={kind} onClose={close} />);
  return (
    <div className={classes.buttons}>
      <Button look="quiet" icon={UserRoundPlus} onPress={open('delegate')}>
        {text('tasks.delegate')}
      </Button>
      {task.isReassignable && (
        <Button look="quiet" icon={Forward} onPress={open('reassign')}>
          {text('tasks.reassign')}
        </Button>
      )}
    </div>
  );
}

/** After the end of a task the next one of the user is shown, or the list. */
function useEnding(task: Task) {
  const text = useText();
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (decision: Parameters<typeof endTask>[2]) => endTask(client, task, decision),
    async onSuccess() {
      notify({ text: text('tasks.done', { name: labelOf(text, task.name) }) });
      const { tasks } = await client.fetchQuery(tasksQuery(user.id, 0));
      const next = tasks.find(({ id }) => id !== task.id);
      await (next
        ? navigate({ to: '/tasks/$taskId', params: { taskId: next.id } })
        : navigate({ to: '/tasks' }));
    },
    onError: (error) => notifyError(text, error),
  });
}
