import { House, type LucideIcon, Trash } from 'lucide-react';
import type { MessageId } from '../i18n/i18n.tsx';
import type { ActionContext } from './action.ts';

/** A screen that the palette leads to. */
interface AppPlace {
  readonly id: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  go(router: ActionContext['router']): Promise<void>;
}

export const appPlaces: readonly AppPlace[] = [
  {
    id: 'place-documents',
    label: 'shell.browse',
    icon: House,
    go: (router) => router.navigate({ to: '/browse/$', params: { _splat: '' } }),
  },
  {
    id: 'place-trash',
    label: 'actions.trashPlace',
    icon: Trash,
    go: (router) => router.navigate({ to: '/trash' }),
  },
];
