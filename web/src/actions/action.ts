import type { QueryClient } from '@tanstack/react-query';
import type { useRouter } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { FoundDocuments } from '../api/bulk-commands.ts';
import type { Doc } from '../api/types.ts';
import type { MessageId, MessageValues, Text } from '../i18n/i18n.tsx';
import type { User } from '../session/session.ts';

/** Entries of a menu with the same group stand together, in this order. */
export const actionGroups = ['open', 'create', 'edit', 'organize', 'share', 'remove'] as const;

/** A selection of all that a list has, loaded or not: actions on it are commands of the server. */
export interface WholeList extends FoundDocuments {
  readonly count: number;
  /** There are more than the server counts. */
  readonly isCapped: boolean;
  /** Its documents are in the trash. */
  readonly isTrashed: boolean;
}

/** On what an action is possible. */
export interface ActionTarget {
  /** The selected documents, or the one that is shown; of a whole list those that are known. */
  readonly documents: readonly Doc[];
  readonly whole?: WholeList | undefined;
  /** The screen has a field for the title of a document at its place. */
  readonly renameInPlace?: ((document: Doc) => void) | undefined;
  /** The folder whose list is shown. */
  readonly folder: Doc | undefined;
  readonly user: User;
}

export type WholeTarget = ActionTarget & { readonly whole: WholeList };

/** What an action works with. */
export interface ActionContext extends ActionTarget {
  readonly client: QueryClient;
  readonly router: ReturnType<typeof useRouter>;
  readonly text: Text;
}

/** What is needed to change documents and to tell about it. */
export type ChangeContext = Pick<ActionContext, 'client' | 'text'>;

/** Hidden where it is never possible; with a reason where it is not possible now. */
export type ActionState =
  | 'ready'
  | 'hidden'
  | { readonly reason: MessageId; readonly values?: MessageValues };

/** Something that users do with documents: it is in menus, the palette and shortcuts from this description. */
export interface Action {
  readonly id: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly group: (typeof actionGroups)[number];
  /** Such as `F2` or `Mod+Shift+C`; `Mod` is the command key on a Mac and Control elsewhere. */
  readonly keys?: string;
  readonly isDangerous?: boolean;
  /** A button of its own where several documents are selected, besides the menu. */
  readonly isProminent?: boolean;
  stateFor(target: ActionTarget): ActionState;
  /** Of a whole list; without this the action is not offered for one. */
  stateForWhole?(target: WholeTarget): ActionState;
  /** Reports its problems by throwing: the caller shows them. */
  run(context: ActionContext): Promise<void> | void;
}

export function stateOf(action: Action, target: ActionTarget): ActionState {
  const { whole } = target;
  if (!whole) return action.stateFor(target);
  return action.stateForWhole?.({ ...target, whole }) ?? 'hidden';
}
