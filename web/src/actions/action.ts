import type { QueryClient } from '@tanstack/react-query';
import type { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { Doc } from '../api/types.ts';
import type { MessageId, Text } from '../i18n/i18n.tsx';
import type { User } from '../session/session.ts';

/** Entries of a menu with the same group stand together, in this order. */
export const actionGroups = ['open', 'create', 'edit', 'organize', 'share', 'remove'] as const;

/** On what an action is possible. */
export interface ActionTarget {
  /** The selected documents, or the one that is shown. */
  readonly documents: readonly Doc[];
  /** The folder whose list is shown. */
  readonly folder: Doc | undefined;
  readonly user: User;
}

/** What an action works with. */
export interface ActionContext extends ActionTarget {
  readonly client: QueryClient;
  readonly router: ReturnType<typeof useRouter>;
  readonly text: Text;
}

/** Hidden where it is never possible; with a reason where it is not possible now. */
export type ActionState = 'ready' | 'hidden' | { readonly reason: MessageId };

/** Something that users do with documents: it is in menus, the palette and shortcuts from this description. */
export interface Action {
  readonly id: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly group: (typeof actionGroups)[number];
  /** Such as `F2` or `Mod+Shift+C`; `Mod` is the command key on a Mac and Control elsewhere. */
  readonly keys?: string;
  readonly isDangerous?: boolean;
  stateFor(target: ActionTarget): ActionState;
  /** Reports its problems by throwing: the caller shows them. */
  run(context: ActionContext): Promise<void> | void;
}
