import { OperationBlob } from '../../automation/values.ts';
import type { Document } from '../../model/document.ts';
import { collectBlobs, mainBlobXpath } from '../../model/property-access.ts';

type Content = Pick<Document, 'name' | 'properties'>;

/** What a document is downloaded as: its main file, or the text of a note. */
export function mainBlobOf(document: Content): OperationBlob | null {
  return noteBlobOf(document) ?? mainFileOf(document);
}

function mainFileOf({ properties }: Content): OperationBlob | null {
  const [first] = collectBlobs(properties);
  return first?.xpath === mainBlobXpath ? OperationBlob.stored(first.blob) : null;
}

/** The main one first, then the attachments and all others. */
export function allBlobsOf(document: Content): OperationBlob[] {
  const note = noteBlobOf(document);
  const stored = collectBlobs(document.properties).map(({ blob }) => OperationBlob.stored(blob));
  return note ? [note, ...stored] : stored;
}

const extensions: Readonly<Record<string, string>> = {
  'text/html': '.html',
  'application/xhtml+xml': '.xhtml',
  'text/xml': '.xml',
  'text/x-web-markdown': '.md',
};

function noteBlobOf({ name, properties }: Content): OperationBlob | null {
  const { 'note:note': text, 'note:mime_type': type, 'dc:title': title } = properties;
  if (typeof text !== 'string') return null;
  const mimeType = typeof type === 'string' && type !== '' ? type : 'text/plain';
  const extension = extensions[mimeType] ?? '.txt';
  const base = typeof title === 'string' && title !== '' ? title : name;
  const fileName = base.toLowerCase().endsWith(extension) ? base : base + extension;
  return OperationBlob.ofText(text, { name: fileName, mimeType });
}
