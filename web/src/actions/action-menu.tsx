import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { EllipsisVertical } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { useUser } from '../session/use-session.ts';
import { IconButton } from '../ui/button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { notifyError } from '../ui/notify-error.ts';
import { actionGroups } from './action.ts';
import { actions } from './index.ts';

interface Props {
  readonly documents: readonly Doc[];
  readonly folder?: Doc | undefined;
}

/** What can be done with documents, in a menu; nothing where there is nothing. */
export function ActionMenu({ documents, folder }: Props) {
  const text = useText();
  const user = useUser();
  const client = useQueryClient();
  const router = useRouter();
  const target = { documents, folder, user };
  const groups = actionGroups.map((group) =>
    actions
      .filter((each) => each.group === group && each.stateFor(target) !== 'hidden')
      .map((action): MenuEntry => {
        const state = action.stateFor(target);
        const run = async (): Promise<void> => action.run({ ...target, client, router, text });
        return {
          id: action.id,
          label: text(action.label),
          icon: action.icon,
          ...(typeof state === 'object' && { disabledReason: text(state.reason) }),
          run: () => void run().catch((error: unknown) => notifyError(text, error)),
        };
      }),
  );
  if (groups.every((group) => group.length === 0)) return null;
  const label = text('common.more');
  return (
    <Menu
      label={label}
      trigger={<IconButton icon={EllipsisVertical} label={label} />}
      groups={groups}
    />
  );
}

export function ActionBar(props: Props) {
  return <ActionMenu {...props} />;
}
