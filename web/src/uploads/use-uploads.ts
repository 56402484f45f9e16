import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { changed } from '../api/changes.ts';
import { useUser } from '../session/use-session.ts';
import { type UploadsShown, uploads } from './engine.ts';
import { Journal } from './journal.ts';
import { setJournaled } from './presence.ts';
import { restoreUploads } from './restore.ts';

/** Changes at most five times a second. */
export function useUploads(): UploadsShown {
  return useSyncExternalStore(uploads.subscribe, () => uploads.shown);
}

let started: { readonly user: string; readonly journal: Journal } | undefined;

/** The journal of the user whose uploads these are. */
export function currentJournal(): Journal | undefined {
  return started?.journal;
}

/** Starts the work with the uploads of the user, those of earlier pages included. */
export function useStartedUploads(): void {
  const { id: user } = useUser();
  const client = useQueryClient();
  useEffect(() => {
    const touch = (parents: readonly string[]): void => void changed(client, { parents });
    if (started?.user === user) return uploads.start(started.journal, touch);
    // Another user has signed in over the screen of the first one.
    if (started) uploads.cancel(uploads.queue.all);
    const journal = new Journal(user);
    started = { user, journal };
    uploads.start(journal, touch);
    void restoreUploads(uploads, journal, user).then(() => tidy(journal));
  }, [user, client]);
}

async function tidy(journal: Journal): Promise<void> {
  await journal.flush();
  const entries = await journal.entries();
  setJournaled(entries.length > 0);
  await journal.forgetSourcesBut(new Set(entries.map(({ group }) => group)));
}
