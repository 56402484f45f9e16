import { useQueryClient } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { may } from '../../../actions/permissions.ts';
import { setLock, takeLock } from '../../../api/marks.ts';
import type { Doc } from '../../../api/types.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import classes from './social.module.css';
import { usePersonLabel } from './use-person-label.ts';

/** Who has locked the document, before others begin to change it. Nothing where there is no lock. */
export function LockBanner({ document }: { readonly document: Doc }) {
  return document.lockOwner === undefined ? null : (
    <Locked document={document} lockOwner={document.lockOwner} />
  );
}

interface Props {
  readonly document: Doc;
  readonly lockOwner: string;
}

function Locked({ document, lockOwner }: Props) {
  const text = useText();
  const formats = useFormats();
  const client = useQueryClient();
  const me = useUser();
  const owner = usePersonLabel(lockOwner);
  const { uid, lockCreated } = document;
  const when = lockCreated ? formats.relative(lockCreated) : '';
  const isMine = lockOwner === me.id;
  // For administrators, and where it is granted.
  const mayTake = !isMine && may(document, 'Unlock') && may(document, 'WriteProperties');
  const unlock = (): void =>
    void setLock(client, [uid], false).then(
      () => notify({ text: text('rights.unlockDone') }),
      (error) => notifyError(text, error),
    );
  const take = (): void =>
    openDialog((close) => (
      <ConfirmDialog
        title={text('rights.lockTakeTitle', { owner })}
        label={text('rights.lockTake')}
        isDangerous
        run={() => takeLock(client, uid)}
        done={{ text: text('rights.lockTaken') }}
        onClose={close}
      >
        <p>{text('rights.lockTakeMeaning', { owner })}</p>
      </ConfirmDialog>
    ));
  return (
    <div role="status" className={classes.lock}>
      <Lock aria-hidden size={18} />
      <p>
        {isMine ? text('rights.lockedMine', { when }) : text('rights.locked', { owner, when })}{' '}
        {isMine && text('rights.lockedOthers')}
      </p>
      {(isMine || may(document, 'Unlock')) && (
        <Button onPress={unlock}>{text('rights.unlock')}</Button>
      )}
      {mayTake && <Button onPress={take}>{text('rights.lockTake')}</Button>}
    </div>
  );
}
