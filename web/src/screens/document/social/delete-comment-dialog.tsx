import { useMutation } from '@tanstack/react-query';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';

interface Props {
  readonly replies: number;
  readonly remove: () => Promise<void>;
  readonly onClose: () => void;
}

/** Asks first: the server cannot bring a comment back. */
export function DeleteCommentDialog({ replies, remove, onClose }: Props) {
  const text = useText();
  const removing = useMutation({ mutationFn: remove, onSuccess: onClose });
  return (
    <Dialog title={text('social.commentDelete')} onClose={onClose}>
      <p>{text('social.commentDeleteMeaning', { count: replies })}</p>
      <FormProblem error={removing.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="danger" isDisabled={removing.isPending} onPress={() => removing.mutate()}>
          {text('common.delete')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
