import { useMutation, useQueryClient } from '@tanstack/react-query';
import { cancelWorkflow, type Workflow } from '../../../api/workflows.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { labelOf } from '../../../i18n/labels.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';

interface Props {
  readonly workflow: Workflow;
  readonly uid: string;
  readonly onClose: () => void;
}

export function CancelDialog({ workflow, uid, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const cancelling = useMutation({
    mutationFn: () => cancelWorkflow(client, workflow.id, uid),
    onSuccess() {
      notify({ text: text('workflow.cancelled') });
      onClose();
    },
    onError: (error) => notifyError(text, error),
  });
  return (
    <Dialog
      title={text('workflow.cancelAsk', { name: labelOf(text, workflow.title) })}
      isStrict
      onClose={onClose}
    >
      <p>{text('workflow.cancelEffect')}</p>
      <DialogButtons>
        <Button onPress={onClose} autoFocus>
          {text('common.close')}
        </Button>
        <Button look="danger" onPress={() => cancelling.isPending || cancelling.mutate()}>
          {text('workflow.cancel')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
