import { useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogButtons } from '../ui/dialog.tsx';

interface Props {
  readonly count: number;
  readonly onAnswer: (isYes: boolean) => void;
}

export function SignOutQuestion({ count, onAnswer }: Props) {
  const text = useText();
  return (
    <Dialog title={text('uploads.signOutTitle')} onClose={() => onAnswer(false)}>
      <p>{text('uploads.signOutText', { count })}</p>
      <DialogButtons>
        <Button onPress={() => onAnswer(false)}>{text('uploads.signOutNo')}</Button>
        <Button look="danger" onPress={() => onAnswer(true)}>
          {text('uploads.signOutYes')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
