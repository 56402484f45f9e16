import { blobReferences } from './blob-references.ts';
import { defineCheck } from './check.ts';
import { derivedColumnsCheck } from './derived-columns.ts';
import { documentAcl } from './document-acl.ts';
import { type DocumentCheck, inspectDocuments } from './document-check.ts';
import { documentName } from './document-name.ts';
import { documentPlace } from './document-place.ts';
import { documentProperties } from './document-properties.ts';
import { documentTreeNumber } from './document-tree-number.ts';
import { documentType } from './document-type.ts';
import { documentVersion } from './document-version.ts';
import { recordContents } from './record-contents.ts';

export const documentChecks: readonly DocumentCheck[] = [
  blobReferences,
  derivedColumnsCheck,
  documentAcl,
  documentName,
  documentPlace,
  documentProperties,
  documentTreeNumber,
  documentType,
  documentVersion,
  recordContents,
];

/** All checks of single documents in one scan of the table, which is the largest by far. */
export const documents = defineCheck({
  name: 'documents',
  run: (context) => inspectDocuments(context, documentChecks),
});
