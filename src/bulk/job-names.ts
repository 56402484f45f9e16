import { z } from 'zod';

/** The kinds of jobs of commands, in the order in which a command needs them. */
export const scrollKind = 'bulk-scroll';
export const processKind = 'bulk-process';
export const finishKind = 'bulk-finish';
/** Removes what an ended command has left. */
export const cleanKind = 'bulk-clean';

export const commandPayload = z.object({ commandId: z.string() });
export type CommandPayload = z.infer<typeof commandPayload>;

export const partPayload = z.object({ commandId: z.string(), part: z.number() });
export type PartPayload = z.infer<typeof partPayload>;

/** The batches of a command that run at the same time: no more help with one writer. */
export const partsMax = 2;

/** Keys of jobs: one job of a part runs at a time. */
export function partKey({ commandId, part }: PartPayload): string {
  return `${commandId}/${part}`;
}

/** A worker that crashes again and again still goes on. */
export const attemptsMax = 1_000;
