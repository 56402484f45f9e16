import { optional, withDefault } from '../../automation/define.ts';
import { OperationBlob, type WorkingDocument } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { TextStyle } from '../../conversion/tasks/pdf/text-style.ts';
import { getAtXpath, mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue } from '../../model/value.ts';
import { getFileXpath } from '../../repository/attachments/attached-blobs.ts';
import { mainBlobOf } from './document-blobs.ts';

export function wrongParameter(name: string, expected: string): AppError {
  return new AppError('operation.parameter-invalid', `Parameter ${name}: expected ${expected}`);
}

const xpathOptions = { description: 'Where the PDF is in a document.', values: [mainBlobXpath] };

export const pdfXpathParameter = withDefault('string', mainBlobXpath, xpathOptions);

/** Without a value it is the main file. */
export const emptyXpathParameter = withDefault('string', '', xpathOptions);

export const passwordParameter = optional('string', 'What opens an encrypted PDF.');

/** @throws AppError blob.missing, property.invalid */
export function requireBlobAt(document: WorkingDocument, xpath: string): OperationBlob {
  const blob = findBlobAt(document, xpath);
  if (blob) return blob;
  throw new AppError('blob.missing', `${document.path} has no file at ${xpath || mainBlobXpath}`);
}

/** Null where there is no file. @throws AppError property.invalid for an unknown xpath */
export function findBlobAt(document: WorkingDocument, xpath: string): OperationBlob | null {
  if (xpath === '') return mainBlobOf(document);
  const place = getFileXpath(document.shape, xpath);
  const blob = getAtXpath(document.properties, place);
  return isBlobValue(blob) ? OperationBlob.stored(blob, { document, xpath: place.text }) : null;
}

/** What opens an encrypted file, with the parameter that messages name. */
export function keyOf(parameter: string, password: string | null) {
  return { parameter, password: password ?? '' };
}

/** A name for a file that is made, with the ending of its type. */
export function pdfNameOf(given: string): string {
  return /\.pdf$/i.test(given) ? given : `${given}.pdf`;
}

export const metadataParameters = {
  pdfAuthor: withDefault('string', '', { description: 'The author that the PDF names.' }),
  pdfSubject: withDefault('string', '', { description: 'The subject that the PDF names.' }),
  pdfTitle: withDefault('string', '', { description: 'The title that the PDF has inside.' }),
};

interface GivenMetadata {
  readonly pdfAuthor: string | null;
  readonly pdfSubject: string | null;
  readonly pdfTitle: string | null;
}

export function metadataOf({ pdfAuthor, pdfSubject, pdfTitle }: GivenMetadata) {
  return { title: pdfTitle ?? '', subject: pdfSubject ?? '', author: pdfAuthor ?? '' };
}

/** Fonts that every reader has and that have letters. */
const fontNames: readonly TextStyle['fontName'][] = [
  'Courier',
  'Courier-Bold',
  'Courier-BoldOblique',
  'Courier-Oblique',
  'Helvetica',
  'Helvetica-Bold',
  'Helvetica-BoldOblique',
  'Helvetica-Oblique',
  'Times-Bold',
  'Times-BoldItalic',
  'Times-Italic',
  'Times-Roman',
];

/** @throws AppError operation.parameter-invalid */
export function fontNameOf(parameter: string, given: string): TextStyle['fontName'] {
  const found = fontNames.find((name) => name.toLowerCase() === given.trim().toLowerCase());
  if (found) return found;
  throw wrongParameter(parameter, `one of ${fontNames.join(', ')}`);
}

const colorForm = /^(?:#|0x)([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;

/** @throws AppError operation.parameter-invalid */
export function colorOf(parameter: string, given: string): TextStyle['color'] {
  const [, red = '', green = '', blue = ''] = colorForm.exec(given.trim()) ?? [];
  if (red === '') throw wrongParameter(parameter, 'a color such as #cc0000 or 0xcc0000');
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

interface Bounds {
  readonly min: number;
  readonly max: number;
}

/** @throws AppError operation.parameter-invalid */
export function numberWithin(parameter: string, given: number | bigint, bounds: Bounds): number {
  const { min, max } = bounds;
  const number = Number(given);
  if (number >= min && number <= max) return number;
  throw wrongParameter(parameter, `a number from ${min} to ${max}`);
}

export const fontSizes: Bounds = { min: 1, max: 1_000 };
