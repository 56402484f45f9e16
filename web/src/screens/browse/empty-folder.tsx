import { useRouter } from '@tanstack/react-router';
import { FolderLock, FolderOpen } from 'lucide-react';
import type { Action } from '../../actions/action.ts';
import { createAction } from '../../actions/create.ts';
import { may } from '../../actions/permissions.ts';
import { uploadFiles, uploadFolder } from '../../actions/upload.ts';
import { useActionRunner } from '../../actions/use-action-runner.ts';
import type { Doc } from '../../api/types.ts';
import { containerTypeIn, takesFiles } from '../../documents/subtypes.ts';
import { type MessageId, useText } from '../../i18n/i18n.tsx';
import { useUser } from '../../session/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { Empty } from '../../ui/states.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';

/** What can be done where nothing is yet. */
export function EmptyFolder({ folder }: { readonly folder: Doc }) {
  const text = useText();
  const isOpen = may(folder, 'AddChildren');
  const { title, hint, create } = textsFor(folder);
  return (
    <Empty icon={FolderOpen} title={text(title)}>
      {hint && <p>{text(isOpen ? hint.open : hint.readOnly)}</p>}
      {isOpen ? (
        <Beginnings folder={folder} create={create} />
      ) : (
        title === 'browse.noWorkspaces' && <OwnWorkspace />
      )}
    </Empty>
  );
}

interface Texts {
  readonly title: MessageId;
  readonly hint?: { readonly open: MessageId; readonly readOnly: MessageId };
  /** On the button that creates something. */
  readonly create: MessageId;
}

function textsFor(folder: Doc): Texts {
  if (takesFiles(folder)) {
    return {
      title: 'browse.empty',
      hint: { open: 'browse.emptyHint', readOnly: 'browse.emptyReadOnly' },
      create: 'browse.createDocument',
    };
  }
  if (containerTypeIn(folder) !== 'Workspace') {
    return { title: 'browse.empty', create: 'actions.create' };
  }
  return {
    title: 'browse.noWorkspaces',
    hint: { open: 'browse.noWorkspacesHint', readOnly: 'browse.noWorkspacesReadOnly' },
    create: 'browse.createWorkspace',
  };
}

interface Props {
  readonly folder: Doc;
  readonly create: MessageId;
}

function Beginnings({ folder, create }: Props) {
  const text = useText();
  const run = useActionRunner();
  const target = { documents: [], folder, user: useUser() };
  const labels = new Map<Action, MessageId>([
    [createAction, create],
    [uploadFiles, 'browse.addFiles'],
    [uploadFolder, 'browse.addFolder'],
  ]);
  const possible = [...labels].filter(([action]) => action.stateFor(target) === 'ready');
  if (possible.length === 0) return null;
  return (
    <Toolbar label={text('browse.beginnings')}>
      {possible.map(([action, label], at) => (
        <Button
          key={action.id}
          icon={action.icon}
          look={at === 0 ? 'primary' : 'plain'}
          onPress={() => run(action, target)}
        >
          {text(label)}
        </Button>
      ))}
    </Toolbar>
  );
}

function OwnWorkspace() {
  const text = useText();
  const router = useRouter();
  return (
    <LinkButton
      icon={FolderLock}
      look="primary"
      href={router.buildLocation({ to: '/my-workspace' }).publicHref}
    >
      {text('browse.openOwnWorkspace')}
    </LinkButton>
  );
}
