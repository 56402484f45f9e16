import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { notify } from '../../../ui/notices.tsx';

interface Props {
  readonly owner: string;
  readonly take: () => Promise<void>;
  readonly onClose: () => void;
}

export function TakeLockDialog({ owner, take, onClose }: Props) {
  const text = useText();
  const taking = useMutation({
    mutationFn: take,
    onSuccess() {
      notify({ text: text('rights.lockTaken') });
      onClose();
    },
  });
  return (
    <Dialog title={text('rights.lockTakeTitle', { owner })} onClose={onClose}>
      <p>{text('rights.lockTakeMeaning', { owner })}</p>
      <FormProblem error={taking.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="danger" isDisabled={taking.isPending} onPress={() => taking.mutate()}>
          {text('rights.lockTake')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
