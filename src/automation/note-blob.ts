import type { Document } from '../model/document.ts';
import { OperationBlob } from './values.ts';

const extensions: ReadonlyMap<string, string> = new Map([
  ['text/html', '.html'],
  ['application/xhtml+xml', '.xhtml'],
  ['text/xml', '.xml'],
  ['text/x-web-markdown', '.md'],
]);

/** The text of a note as a file. */
export function noteBlobOf(document: Document): OperationBlob | null {
  const { name, properties } = document;
  const { 'note:note': text, 'note:mime_type': type, 'dc:title': title } = properties;
  if (typeof text !== 'string') return null;
  const mimeType = typeof type === 'string' && type !== '' ? type : 'text/plain';
  const extension = extensions.get(mimeType) ?? '.txt';
  const base = typeof title === 'string' && title !== '' ? title : name;
  const fileName = base.toLowerCase().endsWith(extension) ? base : base + extension;
  const blob = OperationBlob.ofText(text, { name: fileName, mimeType });
  return blob.from({ document, xpath: 'note:note' });
}
