import { useQueryClient } from '@tanstack/react-query';
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
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
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
  const { uid } = document;
  const lost = lostByBlocking(rights, { blocker, now: Date.now() });
  const undo = (): void =>
    void undoBlock(client, uid, { before: rights.own, blocker }).catch((error) =>
      notifyError(text, error),
    );
  return (
    <ConfirmDialog
      title={text('rights.blockTitle')}
      label={text('rights.block')}
      isDangerous
      run={() => blockInheritance(client, uid)}
      done={{ text: text('rights.blocked'), action: { label: text('common.undo'), run: undo } }}
      onClose={onClose}
    >
      <p>{text('rights.blockMeaning')}</p>
      <p>{text(lost.length === 0 ? 'rights.blockLostNone' : 'rights.blockLost')}</p>
      {lost.length > 0 && (
        <ul>
          {lost.map(({ id, person, permission }) => (
            <li key={id}>
              {person.label}: {permissionText(text, permission)}
            </li>
          ))}
        </ul>
      )}
      {isFolder(document) && <Touched uid={uid} />}
    </ConfirmDialog>
  );
}

function UnblockDialog({ document, onClose }: DialogProps) {
  const text = useText();
  const client = useQueryClient();
  const { uid } = document;
  return (
    <ConfirmDialog
      title={text('rights.unblockTitle')}
      label={text('rights.unblock')}
      run={() => unblockInheritance(client, uid)}
      done={{ text: text('rights.unblocked') }}
      onClose={onClose}
    >
      <p>{text('rights.unblockMeaning')}</p>
      {isFolder(document) && <Touched uid={uid} />}
    </ConfirmDialog>
  );
}
