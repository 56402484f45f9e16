import { z } from 'zod';
import type { Registration } from '../model/registration.ts';
import { entityOf, flag, instant, type JsonOf, nullable, text } from './json-schema.ts';
import { parseTimestamp, writeTimestamp } from './timestamp.ts';

export const connectStatusSchema = entityOf('connectStatus', {
  CLID: text,
  CTID: text,
  contractStatus: text,
  description: text,
  endDate: text,
  instanceType: text,
  message: nullable(text),
  registered: flag,
  registrationExpiration: instant,
});

export function writeConnectStatus(registration: Registration): JsonOf<typeof connectStatusSchema> {
  return {
    'entity-type': 'connectStatus',
    CLID: registration.clientId,
    CTID: registration.instanceToken,
    contractStatus: registration.contractStatus,
    description: registration.description,
    endDate: registration.endDate,
    instanceType: registration.instanceType,
    message: registration.message,
    registered: registration.isRegistered,
    registrationExpiration: writeTimestamp(registration.expiresAtMs),
  };
}

const shortText = z.string().max(2_000).default('');

/** The same members as in the response; those that are missing are empty. */
const answerSchema = z.object({
  CLID: z.string().min(1).max(2_000),
  CTID: shortText,
  contractStatus: shortText,
  description: shortText,
  endDate: shortText,
  instanceType: shortText,
  message: z.string().max(2_000).nullable().default(null),
  registered: z.boolean().default(true),
  registrationExpiration: z
    .string()
    .refine((value) => parseTimestamp(value) !== undefined, 'is no date')
    .default('1970-01-01T00:00:00.000Z'),
});

/** What a registration server has sent. @throws ZodError naming the members that are wrong */
export function readRegistration(value: unknown): Registration {
  const answer = answerSchema.parse(value);
  return {
    clientId: answer.CLID,
    instanceToken: answer.CTID,
    contractStatus: answer.contractStatus,
    description: answer.description,
    endDate: answer.endDate,
    instanceType: answer.instanceType,
    message: answer.message,
    isRegistered: answer.registered,
    expiresAtMs: parseTimestamp(answer.registrationExpiration) ?? 0,
  };
}
