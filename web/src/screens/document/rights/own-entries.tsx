import { useQueryClient } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { type DocumentRights, type Entry, grantAgain, revoke } from '../../../api/rights.ts';
import type { Doc } from '../../../api/types.ts';
import { isBlock } from '../../../documents/access.ts';
import { permissionText } from '../../../documents/permission-text.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { KeepsFocus } from '../../../ui/keeps-focus.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { EntryRow } from './entry-row.tsx';
import classes from './rights.module.css';

interface Props {
  readonly document: Doc;
  readonly rights: DocumentRights;
  readonly isManaged: boolean;
}

/** What is set on the document itself. The block of inheritance is told in the next section. */
export function OwnEntries(props: Props) {
  const text = useText();
  const shown = props.rights.own.filter((entry) => !isBlock(entry));
  return (
    <KeepsFocus count={shown.length}>
      {shown.length === 0 ? (
        <p className={classes.note}>{text('rights.hereNone')}</p>
      ) : (
        <ul aria-labelledby="rights-here" className={classes.entries}>
          {shown.map((entry) => (
            <EntryRow key={`${entry.list} ${entry.id}`} entry={entry}>
              {props.isManaged && entry.list === 'local' && <EntryDeeds {...props} entry={entry} />}
            </EntryRow>
          ))}
        </ul>
      )}
    </KeepsFocus>
  );
}

function EntryDeeds({ document, rights, entry }: Props & { readonly entry: Entry }) {
  const text = useText();
  const revoking = useRevoke(document);
  const name = entry.person.label;
  const edit = (): void =>
    openDialog((close) => (
      <EntryDialog document={document} entry={entry} offered={rights.offered} onClose={close} />
    ));
  return (
    <>
      {entry.isGranted && (
        <IconButton icon={Pencil} label={text('rights.edit', { name })} onPress={edit} />
      )}
      <IconButton
        icon={Trash2}
        label={text('rights.revoke', { name })}
        onPress={() => revoking(entry)}
      />
    </>
  );
}

/** Takes a permission away, and offers to give it back. */
function useRevoke({ uid }: Doc): (entry: Entry) => void {
  const text = useText();
  const client = useQueryClient();
  const giveBack = async (entry: Entry): Promise<void> => {
    await grantAgain(client, uid, entry);
    notify({ text: text('rights.restored', { name: entry.person.label }) });
  };
  const run = async (entry: Entry): Promise<void> => {
    await revoke(client, uid, entry);
    const undo = () => void giveBack(entry).catch((error) => notifyError(text, error));
    notify({
      text: text('rights.revoked', {
        name: entry.person.label,
        permission: permissionText(text, entry.permission),
      }),
      ...(entry.isGranted && { action: { label: text('common.undo'), run: undo } }),
    });
  };
  return (entry) => void run(entry).catch((error) => notifyError(text, error));
}
