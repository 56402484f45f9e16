import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { notify } from '../../../ui/notices.tsx';

interface Props {
  /** Of the section. */
  readonly title: string;
  readonly withdraw: () => Promise<void>;
  readonly onClose: () => void;
}

export function UnpublishDialog({ title, withdraw, onClose }: Props) {
  const text = useText();
  const withdrawing = useMutation({
    mutationFn: withdraw,
    onSuccess() {
      notify({ text: text('social.unpublished', { title }) });
      onClose();
    },
  });
  return (
    <Dialog title={text('social.unpublishTitle', { title })} onClose={onClose}>
      <p>{text('social.unpublishMeaning')}</p>
      <FormProblem error={withdrawing.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look="danger"
          isDisabled={withdrawing.isPending}
          onPress={() => withdrawing.mutate()}
        >
          {text('social.unpublish', { title })}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
