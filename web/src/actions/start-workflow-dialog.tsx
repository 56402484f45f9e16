import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { Doc } from '../api/types.ts';
import { runnableWorkflowsQuery, startWorkflow, type WorkflowModel } from '../api/workflows.ts';
import { useText } from '../i18n/i18n.tsx';
import { labelOf } from '../i18n/labels.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';
import { notify } from '../ui/notices.tsx';
import { notifyError } from '../ui/notify-error.ts';
import { Select } from '../ui/select.tsx';
import { Loading } from '../ui/states.tsx';

interface Props {
  readonly documents: readonly Doc[];
  readonly onClose: () => void;
}

/** Offers the models that can be started on all of the documents. */
export function StartWorkflowDialog({ documents, onClose }: Props) {
  const text = useText();
  const found = useQueries({ queries: documents.map(({ uid }) => runnableWorkflowsQuery(uid)) });
  const models = commonModels(found.map(({ data = [] }) => data));
  const [chosen, setChosen] = useState<string | null>(null);
  const model = models.find(({ name }) => name === chosen) ?? models[0];
  const start = useStart(documents, onClose);
  return (
    <Dialog title={text('workflow.start')} onClose={onClose}>
      {found.some(({ isPending }) => isPending) ? (
        <Loading />
      ) : model ? (
        <Select
          label={text('workflow.choose')}
          options={models.map(({ name, title }) => ({ id: name, label: labelOf(text, title) }))}
          value={model.name}
          onChange={setChosen}
        />
      ) : (
        <p>{text('workflow.notPossible')}</p>
      )}
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        {model && (
          <Button look="primary" onPress={() => start.isPending || start.mutate(model)}>
            {text('workflow.startShort')}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}

function commonModels(lists: readonly (readonly WorkflowModel[])[]): readonly WorkflowModel[] {
  const [first = [], ...others] = lists;
  return first.filter(({ name }) =>
    others.every((list) => list.some((each) => each.name === name)),
  );
}

function useStart(documents: readonly Doc[], onClose: () => void) {
  const text = useText();
  const client = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (model: WorkflowModel) =>
      startWorkflow(
        client,
        model.name,
        documents.map(({ uid }) => uid),
      ),
    onSuccess(_id, { title }) {
      notify({
        text: text('workflow.started', { name: labelOf(text, title) }),
        action: {
          label: text('shell.tasks'),
          run: () => void router.navigate({ to: '/tasks' }),
        },
      });
      onClose();
    },
    onError: (error) => notifyError(text, error),
  });
}
