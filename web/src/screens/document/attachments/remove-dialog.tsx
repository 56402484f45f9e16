import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';

interface Props {
  readonly name: string;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

/** Asks first: a removed file is only in earlier versions. */
export function RemoveDialog({ name, onRemove, onClose }: Props) {
  const text = useText();
  const remove = (): void => {
    onRemove();
    onClose();
  };
  return (
    <Dialog title={text('document.removeAttachment', { name })} onClose={onClose}>
      <p>{text('document.removeAttachmentHelp')}</p>
      <DialogButtons>
        <Button onPress={onClose} autoFocus>
          {text('common.cancel')}
        </Button>
        <Button look="danger" onPress={remove}>
          {text('common.remove')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
