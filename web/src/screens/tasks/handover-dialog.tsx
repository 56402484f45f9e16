import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { delegateTask, reassignTask, type Task } from '../../api/tasks.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { notify } from '../../ui/notices.tsx';
import { notifyError } from '../../ui/notify-error.ts';
import { TextField } from '../../ui/text-field.tsx';
import { PeopleField } from './people-field.tsx';

interface Props {
  readonly task: Task;
  readonly kind: 'delegate' | 'reassign';
  readonly onClose: () => void;
}

const sends = { delegate: delegateTask, reassign: reassignTask } as const;
const done = { delegate: 'tasks.delegated', reassign: 'tasks.reassigned' } as const;

export function HandoverDialog({ task, kind, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const [people, setPeople] = useState<readonly string[]>([]);
  const [comment, setComment] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const sending = useMutation({
    mutationFn: () => sends[kind](client, task, { people, comment }),
    onSuccess() {
      notify({ text: text(done[kind]) });
      onClose();
    },
    onError: (error) => notifyError(text, error),
  });
  const submit = (): void => {
    setIsMissing(people.length === 0);
    if (people.length > 0 && !sending.isPending) sending.mutate();
  };
  return (
    <Dialog title={text(`tasks.${kind}`)} onClose={onClose}>
      <p>{text(`tasks.${kind}Help`)}</p>
      <PeopleField
        label={text('tasks.people')}
        value={people}
        onChange={setPeople}
        error={isMissing ? text('tasks.participantsMissing') : undefined}
      />
      <TextField label={text('tasks.comment')} value={comment} onChange={setComment} rows={2} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="primary" onPress={submit}>
          {text(`tasks.${kind}`)}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
