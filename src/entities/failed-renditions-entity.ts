import { arrayOf, entityOf, instant, integer, type JsonOf, nullable, text } from './json-schema.ts';
import { writeTimestamp } from './timestamp.ts';

const failedRenditionSchema = entityOf('failedRendition', {
  documentId: text,
  path: nullable(text),
  xpath: text,
  rendition: text,
  name: nullable(text),
  'mime-type': nullable(text),
  reason: text,
  failed: nullable(instant),
});

export const failedRenditionsSchema = entityOf('failedRenditions', {
  resultsCount: integer,
  entries: arrayOf(failedRenditionSchema),
});

interface FailedFile {
  readonly documentId: string;
  readonly path: string | null;
  readonly xpath: string;
  readonly rendition: string;
  readonly name: string | null;
  readonly mimeType: string | null;
  readonly failure: string | null;
  readonly failedAtMs: number | null;
}

/** Files of which no picture could be made, with the reasons. */
export function writeFailedRenditions(
  files: readonly FailedFile[],
  resultsCount: number,
): JsonOf<typeof failedRenditionsSchema> {
  return {
    'entity-type': 'failedRenditions',
    resultsCount,
    entries: files.map(({ mimeType, failure, failedAtMs, ...file }) => ({
      'entity-type': 'failedRendition',
      documentId: file.documentId,
      path: file.path,
      xpath: file.xpath,
      rendition: file.rendition,
      name: file.name,
      'mime-type': mimeType,
      reason: failure ?? '',
      failed: failedAtMs === null ? null : writeTimestamp(failedAtMs),
    })),
  };
}
