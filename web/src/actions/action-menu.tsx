import { EllipsisVertical } from 'lucide-react';
import { type MessageId, useText } from '../i18n/i18n.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { ContextMenu } from '../ui/context-menu.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { Toolbar } from '../ui/toolbar.tsx';
import type { Action } from './action.ts';
import { actionEntries } from './action-entries.ts';
import { useClipboard } from './clipboard.ts';
import { actions } from './index.ts';
import { useActionRunner } from './use-action-runner.ts';
import { type ShownDocuments, useActionTarget } from './use-action-shortcuts.ts';

function useEntries(shown: ShownDocuments) {
  const text = useText();
  const run = useActionRunner();
  const target = useActionTarget(shown);
  // Whether something can be pasted.
  useClipboard();
  return (some: readonly Action[]) => actionEntries(some, target, { text, run });
}

const creating = actions.filter(({ group }) => group === 'create');
const notCreating = actions.filter(({ group }) => group !== 'create');
const prominent = actions.filter(({ isProminent }) => isProminent);

/** What can be done with the selected documents; without any, with the shown folder. */
export function ActionBar(shown: ShownDocuments) {
  const text = useText();
  const { documents, folder } = shown;
  const entriesFor = useEntries(shown);
  const hasSelection = documents.length > 0;
  // What is not possible now is in the menu, with its reason.
  const direct = entriesFor(hasSelection ? prominent : creating)
    .flat()
    .filter(({ disabledReason }) => disabledReason === undefined);
  return (
    <Toolbar label={text('actions.bar')}>
      {direct.map((entry) => (
        <Direct key={entry.id} entry={entry} isLabelled={!hasSelection} />
      ))}
      {hasSelection ? (
        <More label="common.more" groups={entriesFor(notCreating)} />
      ) : (
        folder && <FolderMenu folder={folder} />
      )}
    </Toolbar>
  );
}

function FolderMenu({ folder }: { readonly folder: NonNullable<ShownDocuments['folder']> }) {
  const entriesFor = useEntries({ documents: [folder], folder: undefined });
  return <More label="actions.ofFolder" groups={entriesFor(notCreating)} />;
}

function Direct({
  entry,
  isLabelled,
}: {
  readonly entry: MenuEntry;
  readonly isLabelled: boolean;
}) {
  const { label, icon, run = () => undefined } = entry;
  if (!icon) return null;
  if (!isLabelled) return <IconButton icon={icon} label={label} onPress={run} />;
  return (
    <Button look={entry.id === 'create' ? 'primary' : 'plain'} icon={icon} onPress={run}>
      {label}
    </Button>
  );
}

interface MoreProps {
  readonly label: MessageId;
  readonly groups: readonly (readonly MenuEntry[])[];
}

function More({ label, groups }: MoreProps) {
  const text = useText();
  if (groups.flat().length === 0) return null;
  return (
    <Menu
      label={text(label)}
      trigger={<IconButton icon={EllipsisVertical} label={text(label)} />}
      groups={groups}
    />
  );
}

/** Everything that can be done with a document, behind one button. */
export function ActionMenu({ documents, folder }: ShownDocuments) {
  const entriesFor = useEntries({ documents, folder });
  return <More label="common.more" groups={entriesFor(notCreating)} />;
}

interface ContextProps extends ShownDocuments {
  /** Where the pointer was, in the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** As `ActionMenu`, at the place of the pointer. */
export function ActionContextMenu({ at, onClose, ...shown }: ContextProps) {
  const text = useText();
  const entriesFor = useEntries(shown);
  return (
    <ContextMenu
      label={text('common.more')}
      groups={entriesFor(shown.documents.length > 0 ? notCreating : actions)}
      at={at}
      onClose={onClose}
    />
  );
}
