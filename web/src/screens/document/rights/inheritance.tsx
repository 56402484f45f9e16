import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Touched } from '../../../actions/sharing/touched.tsx';
import {
  blockInheritance,
  type DocumentRights,
  unblockInheritance,
  undoBlock,
} from '../../../api/rights.ts';
import type { Doc } from '../../../api/types.ts';
import { isBlock, lostByBlocking } from '../../../documents/access.ts';
import { permissionText } from '../../../documents/permission-text.ts';
import { isFolder } from '../../../documents/places.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogButtons, openDialog } from '../../../ui/dialog.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';

interface Props {
  readonly document: Doc;
  readonly rights: DocumentRights;
}

/** Blocks what is inherited, or lets it count again; each asks first and tells what it means. */
export function Inheritance({ document, rights }: Props) {
  const text = useText();
  const Asked = rights.own.some(isBlock) ? UnblockDialog : BlockDialog;
  return (
    <Button
      onPress={() =>
        openDialog((close) => <Asked document={document} rights={rights} onClose={close} />)
      }
    >
      {text(Asked === BlockDialog ? 'rights.block' : 'rights.unblock')}
    </Button>
  );
}

interface DialogProps extends Props {
  readonly onClose: () => void;
}

function BlockDialog({ document, rights, onClose }: DialogProps) {
  const text = useText();
  const client = useQueryClient();
  const { id: blocker } = useUser();
  const lost = lostByBlocking(rights, { blocker, now: Date.now() });
  const undo = (): void =>
    void undoBlock(client, document.uid, { before: rights.own, blocker }).catch((error) =>
      notifyError(text, error),
    );
  const blocking = useMutation({
    mutationFn: () => blockInheritance(client, document.uid),
    onSuccess() {
      notify({ text: text('rights.blocked'), action: { label: text('common.undo'), run: undo } });
      onClose();
    },
  });
  return (
    <Dialog title={text('rights.blockTitle')} onClose={onClose}>
      <p>{text('rights.blockMeaning')}</p>
      {lost.length === 0 ? (
        <p>{text('rights.blockLostNone')}</p>
      ) : (
        <>
          <p>{text('rights.blockLost')}</p>
          <ul>
            {lost.map(({ id, person, permission }) => (
              <li key={id}>
                {person.label}: {permissionText(text, permission)}
              </li>
            ))}
          </ul>
        </>
      )}
      {isFolder(document) && <Touched uid={document.uid} />}
      <FormProblem error={blocking.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button look="danger" isDisabled={blocking.isPending} onPress={() => blocking.mutate()}>
          {text('rights.block')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

function UnblockDialog({ document, onClose }: DialogProps) {
  const text = useText();
  const client = useQueryClient();
  const unblocking = useMutation({
    mutationFn: () => unblockInheritance(client, document.uid),
    onSuccess() {
      notify({ text: text('rights.unblocked') });
      onClose();
    },
  });
  return (
    <Dialog title={text('rights.unblockTitle')} onClose={onClose}>
      <p>{text('rights.unblockMeaning')}</p>
      {isFolder(document) && <Touched uid={document.uid} />}
      <FormProblem error={unblocking.error} />
      <DialogButtons>
        <Button onPress={onClose}>{text('common.cancel')}</Button>
        <Button
          look="primary"
          isDisabled={unblocking.isPending}
          onPress={() => unblocking.mutate()}
        >
          {text('rights.unblock')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
