import { linkOptions } from '@tanstack/react-router';
import {
  FolderLock,
  House,
  Library,
  ListChecks,
  type LucideIcon,
  Search,
  Settings,
  SquareFunction,
  Star,
  Trash,
} from 'lucide-react';
import type { MessageId } from '../i18n/i18n.tsx';

const links = {
  documents: linkOptions({ to: '/', activeOptions: { exact: true } }),
  tasks: linkOptions({ to: '/tasks' }),
  favorites: linkOptions({ to: '/favorites' }),
  collections: linkOptions({ to: '/collections' }),
  trash: linkOptions({ to: '/trash' }),
  search: linkOptions({ to: '/search' }),
  ownWorkspace: linkOptions({ to: '/my-workspace' }),
  operations: linkOptions({ to: '/operations' }),
  profile: linkOptions({ to: '/profile' }),
};

const looks: Readonly<Record<keyof typeof links, { label: MessageId; icon: LucideIcon }>> = {
  documents: { label: 'shell.browse', icon: House },
  tasks: { label: 'shell.tasks', icon: ListChecks },
  favorites: { label: 'social.favorites', icon: Star },
  collections: { label: 'social.collections', icon: Library },
  trash: { label: 'actions.trashPlace', icon: Trash },
  search: { label: 'search.title', icon: Search },
  ownWorkspace: { label: 'shell.ownWorkspace', icon: FolderLock },
  operations: { label: 'operations.title', icon: SquareFunction },
  profile: { label: 'shell.profile', icon: Settings },
};

const placeOf = (id: keyof typeof links) => ({ id, ...looks[id], link: links[id] });

/** A screen that one can go to from everywhere. */
export type AppPlace = ReturnType<typeof placeOf>;

/** Of daily work. */
const main = (['documents', 'tasks', 'favorites', 'collections', 'trash'] as const).map(placeOf);
/** Which one seldom goes to. */
const other = (['ownWorkspace', 'profile', 'operations'] as const).map(placeOf);

export const mainPlaces: readonly AppPlace[] = main;
export const otherPlaces: readonly AppPlace[] = other;
export const allPlaces: readonly AppPlace[] = [...main, placeOf('search'), ...other];
