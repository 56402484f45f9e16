import { z } from 'zod';
import { now } from '../../base/clock.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { BlobKey } from '../../base/ids.ts';
import type { BlobStore } from '../../blobs/blob-store.ts';
import type { Conversion } from '../../conversion/converters/convert.ts';
import { convertContent } from '../../conversion/converters/convert-content.ts';
import type { Workshop } from '../../conversion/workshop.ts';
import type { BlobValue } from '../../model/value.ts';
import {
  type LeasedBlob,
  releaseLeases,
  stageWithLease,
} from '../../repository/attachments/blob-leases.ts';
import {
  addConversion,
  beginConversion,
  failConversion,
  finishConversion,
  readConversion,
} from '../../repository/renditions/scheduled-conversions.ts';
import type { WriteUnit } from '../../repository/unit/unit.ts';
import { defineJobKind, type JobContext, type JobKind } from '../job-kind.ts';
import { enqueueJob } from '../queue.ts';

const kind = 'convert-content';

const payloadSchema = z.object({ conversionId: z.string() });
const wantedSchema = z.object({
  converter: z.string().optional(),
  mimeType: z.string().optional(),
  parameters: z.record(z.string(), z.string()).optional(),
});

/** After so many attempts that ended with their process it has failed. */
const attemptsMax = 3;

interface ScheduleOptions {
  readonly source: BlobValue;
  readonly conversion: Conversion;
  /** With so many that wait it is refused. */
  readonly waitingMax: number;
}

/** Converts the content in the background; returns the id of the conversion. @throws AppError job.too-many */
export async function scheduleConversion(
  { handle, principal, nowMs }: WriteUnit,
  { source, conversion, waitingMax }: ScheduleOptions,
): Promise<string> {
  const conversionId = await addConversion(handle, {
    principal,
    source,
    wanted: conversion,
    nowMs,
  });
  await enqueueJob(handle, { kind, payload: { conversionId }, waitingMax });
  return conversionId;
}

interface ConvertServices {
  readonly blobs: BlobStore;
  readonly workshop: Workshop;
}

export function convertContentKind(services: ConvertServices): JobKind {
  return defineJobKind({
    kind,
    concurrency: 2,
    priority: 'interactive',
    // One more, which stores the failure.
    attemptsMax: attemptsMax + 1,
    whenDiscarded: (handle, payload) =>
      failConversion(handle, {
        id: payloadSchema.parse(payload).conversionId,
        nowMs: now(),
        failure: { code: 'conversion.failed', message: 'An administrator has removed the job' },
      }),
    parse: (value) => payloadSchema.parse(value).conversionId,
    run: (context, id) => runConversion(services, context, id),
  });
}

async function runConversion(
  services: ConvertServices,
  context: JobContext,
  id: string,
): Promise<void> {
  const { database, attempt, signal } = context;
  try {
    if (attempt > attemptsMax) {
      throw new AppError('conversion.failed', `It could not be done in ${attemptsMax} attempts`);
    }
    await database.write((handle) => beginConversion(handle, id));
    const made = await convertScheduled(services, context, id);
    if (!made) return;
    await database.write(async (handle) => {
      await finishConversion(handle, { id, nowMs: now(), result: made.blob });
      if (made.leaseId !== undefined) await releaseLeases(handle, [made.leaseId]);
      await context.complete(handle);
    });
  } catch (error) {
    signal.throwIfAborted();
    // Others, such as a store that cannot be reached, may pass.
    if (!isAppError(error) || !isFinal(error)) throw error;
    await database.write(async (handle) => {
      const failure = { code: error.code, message: error.message };
      await failConversion(handle, { id, nowMs: now(), failure });
      await context.complete(handle);
    });
  }
}

function isFinal({ code }: AppError): boolean {
  return code.startsWith('conversion.') && code !== 'conversion.busy';
}

type Made = Pick<LeasedBlob, 'blob'> & Partial<LeasedBlob>;

/** Undefined when it has expired meanwhile. */
async function convertScheduled(
  { blobs, workshop }: ConvertServices,
  { database, signal }: JobContext,
  id: string,
): Promise<Made | undefined> {
  const scheduled = await database.read((handle) => readConversion(handle, id));
  if (!scheduled) return undefined;
  const { source, username: user } = scheduled;
  const open = () => blobs.open(source.key as BlobKey);
  const made = await convertContent(
    workshop.for({ is: 'background', user }),
    { ...source, sizeBytes: source.length, open },
    {
      conversion: conversionFrom(scheduled.wanted),
      signal,
      use: ({ path, name, mimeType, encoding }) =>
        stageWithLease({ database, blobs }, { path }, { name, mimeType, encoding, signal }),
    },
  );
  return made ?? { blob: source };
}

function conversionFrom(wanted: unknown): Conversion {
  const { converter, mimeType, parameters } = wantedSchema.parse(wanted);
  return { converter, mimeType, ...(parameters && { parameters }) };
}
