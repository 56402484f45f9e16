import type { Doc } from '../../../api/types.ts';
import { deleteVersion, type Version } from '../../../api/versions.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import { useVersionChange } from './use-version-change.ts';

interface Props {
  readonly version: Version;
  readonly live: Doc;
  readonly onClose: () => void;
}

export function DeleteVersionDialog({ version: { uid, label }, live, onClose }: Props) {
  const text = useText();
  const removal = useVersionChange(live, () => deleteVersion(uid));
  const done = (): void => {
    notify({ text: text('versions.deleted', { label }) });
    onClose();
  };
  return (
    <Dialog title={text('versions.deleteTitle', { label })} isStrict onClose={onClose}>
      <p>{text('versions.deleteHelp')}</p>
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look="danger"
          isDisabled={removal.isPending}
          onPress={() => removal.mutate(undefined, { onSuccess: done })}
        >
          {text('common.delete')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
