import { Lock, LockOpen } from 'lucide-react';
import { setLock } from '../api/marks.ts';
import type { Doc } from '../api/types.ts';
import { notify } from '../ui/notices.tsx';
import type { Action } from './action.ts';
import { mayAll } from './permissions.ts';

function canBeLocked(documents: readonly Doc[]): boolean {
  return (
    documents.length > 0 && documents.every(({ isVersion, isProxy }) => !isVersion && !isProxy)
  );
}

export const lock: Action = {
  id: 'lock',
  label: 'rights.lock',
  icon: Lock,
  group: 'edit',
  stateFor({ documents, user }) {
    if (!canBeLocked(documents)) return 'hidden';
    if (documents.every(({ lockOwner }) => lockOwner === user.id)) return 'hidden';
    const isOfOther = documents.some(({ lockOwner }) => lockOwner && lockOwner !== user.id);
    if (isOfOther) return { reason: 'rights.lockedBy' };
    return mayAll(documents, 'WriteProperties') ? 'ready' : 'hidden';
  },
  async run({ documents, client, text }) {
    await setLock(
      client,
      documents.map(({ uid }) => uid),
      true,
    );
    notify({ text: text('rights.lockDone') });
  },
};

export const unlock: Action = {
  id: 'unlock',
  label: 'rights.unlock',
  icon: LockOpen,
  group: 'edit',
  stateFor({ documents, user }) {
    if (!canBeLocked(documents)) return 'hidden';
    if (documents.some(({ lockOwner }) => lockOwner === undefined)) return 'hidden';
    const isOwn = documents.every(({ lockOwner }) => lockOwner === user.id);
    return isOwn || mayAll(documents, 'Unlock') ? 'ready' : { reason: 'rights.lockedBy' };
  },
  async run({ documents, client, text }) {
    await setLock(
      client,
      documents.map(({ uid }) => uid),
      false,
    );
    notify({ text: text('rights.unlockDone') });
  },
};
