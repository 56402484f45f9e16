import type { DocumentId } from '../../base/ids.ts';
import type { VideoConversionName } from '../../content/video-conversions.ts';
import { type Document, isProxy } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import {
  type BlobValue,
  type ComplexValue,
  isBlobValue,
  type Properties,
} from '../../model/value.ts';
import type { DocumentEventId } from '../audit/audit-events.ts';
import { announce } from '../changes/hooks.ts';
import { saveContent } from '../changes/save-content.ts';
import { findDocument } from '../documents/documents.ts';
import { finishMedia, requestMedia, type WantedMedia } from '../renditions/media-work.ts';
import type { ReadUnit, WriteUnit } from '../unit/unit.ts';
import { lockDocument } from './lock-document.ts';

/** What was computed from the main file of a document. */
export interface MediaValues {
  /** Replace what is there. */
  readonly properties: Properties;
  /** For properties that users set as well: stored where there is nothing. */
  readonly defaults: Properties;
  /** Changes values that others may have changed meanwhile. */
  readonly merge?: (present: Properties) => Properties;
  /** Conversions to be requested, unless the document has them. */
  readonly conversions?: readonly VideoConversionName[];
  /** Tells others that they are there; no change by a user, so not in the audit. */
  readonly eventId?: DocumentEventId;
}

/** The main file of the document; undefined when it has another one now, or is gone. */
export async function findMediaFile(
  unit: ReadUnit,
  { document_id: id, content_key: key }: WantedMedia,
): Promise<BlobValue | undefined> {
  const document = await findDocument(unit, { id: id as DocumentId });
  return document && mainFileOf(document, key);
}

/**
 * Stores the values if the document still has the file, and ends the work. This is no change by a user:
 * dates, contributors and versions stay as they are, locked documents are changed too.
 */
export async function storeMediaValues(
  unit: WriteUnit,
  wanted: WantedMedia,
  values: MediaValues,
): Promise<boolean> {
  const document = await lockDocument(unit, wanted);
  const hasFile = document && mainFileOf(document, wanted.content_key) !== undefined;
  if (hasFile) {
    const change = { properties: completed(document, values) };
    const saved = await saveContent(unit, { document, change });
    if (values.eventId) await announce(unit, { eventId: values.eventId, documents: [saved] });
    await requestConversions(unit, saved, values.conversions ?? []);
  }
  await finishMedia(unit.handle, wanted);
  return hasFile === true;
}

function completed(document: Document, { properties, defaults, merge }: MediaValues): Properties {
  const unset = Object.entries(defaults).filter(([key]) => isEmpty(document, key));
  const merged = merge?.(document.properties) ?? {};
  const computed = Object.entries({ ...properties, ...merged, ...Object.fromEntries(unset) });
  const known = computed.filter(([key]) => document.shape.properties.has(key));
  return { ...document.properties, ...Object.fromEntries(known) };
}

async function requestConversions(
  { handle }: WriteUnit,
  { id: documentId, properties }: Document,
  names: readonly VideoConversionName[],
): Promise<void> {
  const { [mainBlobXpath]: blob, 'vid:transcodedVideos': present } = properties;
  if (!isBlobValue(blob)) return;
  const videos = Array.isArray(present) ? (present as readonly ComplexValue[]) : [];
  const missing = names.filter((name) => videos.every((video) => video.name !== name));
  const requested = missing.map((kind) => ({ documentId, kind, blob }));
  await requestMedia(handle, requested);
}

function mainFileOf(document: Document, key: string): BlobValue | undefined {
  const blob = document.properties[mainBlobXpath];
  if (document.isVersion || isProxy(document)) return undefined;
  return isBlobValue(blob) && blob.key === key ? blob : undefined;
}

function isEmpty({ properties }: Document, key: string): boolean {
  const value = properties[key];
  return value === undefined || value === null || value === '';
}
