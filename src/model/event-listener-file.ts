import { z } from 'zod';
import { AppError } from '../base/errors/app-error.ts';
import { describeIssue } from '../base/errors/problem-list.ts';
import { type EventListener, EventListenerCatalogue } from './event-listener.ts';

const listenersMax = 1_000;
const name = z.string().min(1).max(200);

const entrySchema = z
  .strictObject({
    id: z.string().regex(/^[\w.:-]{1,100}$/, 'use 1 to 100 letters, digits and . : _ -'),
    events: z.array(name).min(1).max(100),
    operation: name,
    params: z.record(z.string(), z.json()).default({}),
    types: z.array(name).max(100).default([]),
    facets: z.array(name).max(100).default([]),
    path: z
      .string()
      .regex(/^\/(?:.*[^/])?$/, 'write an absolute path without a slash at its end')
      .nullable()
      .default(null),
    condition: z.string().min(1).max(10_000).nullable().default(null),
    username: name.nullable().default(null),
    when: z.enum(['afterCommit', 'inTransaction']).default('afterCommit'),
    /** Removes a listener of an earlier file. */
    enabled: z.boolean().default(true),
  })
  .refine(({ when, username }) => when === 'afterCommit' || username === null, {
    path: ['username'],
    error: 'leave it out: what runs in a transaction has the user of the transaction',
  });

const fileSchema = z.strictObject({ listeners: z.array(entrySchema).max(listenersMax) });

type ListenerEntry = z.infer<typeof entrySchema>;

/** @throws AppError listener.invalid naming the file and all problems */
export function parseListenerFile(value: unknown, source: string): readonly ListenerEntry[] {
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data.listeners;
  const problems = parsed.error.issues.map((issue) => `${source}: ${describeIssue(issue)}`);
  throw new AppError('listener.invalid', problems.join('\n'));
}

/** A later listener replaces an earlier one of its id. */
export function buildListenerCatalogue(
  files: readonly (readonly ListenerEntry[])[],
): EventListenerCatalogue {
  const entries = new Map<string, ListenerEntry>();
  for (const entry of files.flat()) entries.set(entry.id, entry);
  const enabled = [...entries.values()].filter((entry) => entry.enabled);
  return new EventListenerCatalogue(enabled.map(listenerOf));
}

function listenerOf({ when, enabled: _enabled, ...entry }: ListenerEntry): EventListener {
  return { ...entry, isInTransaction: when === 'inTransaction' };
}
