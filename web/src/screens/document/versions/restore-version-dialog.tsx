import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Doc } from '../../../api/types.ts';
import { restoreVersion, type Version, versionsQuery } from '../../../api/versions.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog, DialogButtons } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import { useVersionChange } from './use-version-change.ts';

interface Props {
  readonly version: Version;
  readonly live: Doc;
  /** The version that the state before comes from. */
  readonly stateBefore: Version | undefined;
  readonly onClose: () => void;
}

/** Restoring can be undone where the state before is a version: one that was changed since becomes one first. */
export function RestoreVersionDialog({ version, live, stateBefore, onClose }: Props) {
  const text = useText();
  const client = useQueryClient();
  const { label } = version;
  const [keeps, setKeeps] = useState(true);
  const restoring = useVersionChange(live, ({ uid, keepsIt }: { uid: string; keepsIt: boolean }) =>
    restoreVersion(uid, keepsIt),
  );
  const keepsIt = live.isCheckedOut && keeps;
  const undoTo = async (): Promise<Version | undefined> => {
    if (!live.isCheckedOut) return stateBefore;
    const [newest] = keepsIt ? await client.fetchQuery(versionsQuery(live.uid)) : [];
    return newest;
  };
  const done = async (): Promise<void> => {
    const before = await undoTo();
    notify({
      text: text('versions.restored', { label }),
      ...(before && {
        action: {
          label: text('common.undo'),
          run: () => restoring.mutate({ uid: before.uid, keepsIt: false }),
        },
      }),
    });
    onClose();
  };
  return (
    <Dialog title={text('versions.restoreTitle', { label })} isStrict onClose={onClose}>
      <p>{text('versions.restoreHelp', { title: live.title, label })}</p>
      {live.isCheckedOut && (
        <Checkbox isSelected={keeps} onChange={setKeeps}>
          {text('versions.keepCurrent')}
        </Checkbox>
      )}
      {live.isCheckedOut && !keeps && <p role="status">{text('versions.lost')}</p>}
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look={live.isCheckedOut && !keeps ? 'danger' : 'primary'}
          isDisabled={restoring.isPending}
          onPress={() =>
            restoring.mutate({ uid: version.uid, keepsIt }, { onSuccess: () => void done() })
          }
        >
          {text('versions.restore')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
