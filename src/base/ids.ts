import { randomBytes, randomFillSync, randomUUID } from 'node:crypto';
import { now } from './clock.ts';

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

export type DocumentId = Branded<'DocumentId'>;
export type BlobKey = Branded<'BlobKey'>;
export type BatchId = Branded<'BatchId'>;

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}

/**
 * A time-ordered UUID (version 7): new rows land at the end of the primary key's index, which
 * keeps inserts cheap in a store of millions. Written here because the published engine range
 * includes Node 24, which has no such function.
 */
export function newDocumentId(): DocumentId {
  return timeOrderedId() as DocumentId;
}

/** Ordered by time: what is left first is done first. */
export function newMailId(): string {
  return timeOrderedId();
}

function timeOrderedId(): string {
  const bytes = takeRandom(16);
  bytes.writeUIntBE(now(), 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Random bytes are fetched for many ids at once: a call of the generator is the most expensive part. */
const pool = Buffer.alloc(4_096);
let used = pool.length;

function takeRandom(sizeBytes: number): Buffer {
  if (used + sizeBytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += sizeBytes;
  return pool.subarray(used - sizeBytes, used);
}

export function randomId(): string {
  return randomUUID();
}

export function randomToken(sizeBytes: number): string {
  return randomBytes(sizeBytes).toString('base64url');
}

/** Random decimal digits, for suffixes that only need to differ. */
export function randomDigits(count: number): string {
  return Array.from(randomBytes(count), (byte) => String(byte % 10)).join('');
}

/** A positive 63-bit integer in decimal: the name of a document whose own name cannot serve. */
export function randomPositiveLong(): string {
  return (randomBytes(8).readBigUInt64BE() >> 1n || 1n).toString();
}
