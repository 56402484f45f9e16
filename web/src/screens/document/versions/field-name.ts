import type { MessageId, Text } from '../../../i18n/i18n.tsx';

/** Properties that most documents have. */
const known: Readonly<Record<string, MessageId>> = {
  'dc:coverage': 'versions.field.coverage',
  'dc:created': 'versions.field.created',
  'dc:creator': 'versions.field.creator',
  'dc:description': 'versions.field.description',
  'dc:expired': 'versions.field.expired',
  'dc:format': 'versions.field.format',
  'dc:issued': 'versions.field.issued',
  'dc:language': 'versions.field.language',
  'dc:nature': 'versions.field.nature',
  'dc:publisher': 'versions.field.publisher',
  'dc:rights': 'versions.field.rights',
  'dc:source': 'versions.field.source',
  'dc:subjects': 'versions.field.subjects',
  'dc:title': 'versions.field.title',
  'dc:valid': 'versions.field.valid',
  'file:content': 'versions.field.file',
  'files:files': 'versions.field.files',
  'note:mime_type': 'versions.field.noteType',
  'note:note': 'versions.field.note',
  'nxtag:tags': 'versions.field.tags',
};

/** What a property is called; others by their own names, `expiryDate` as `Expiry date`. */
export function fieldName(xpath: string, text: Text): string {
  const id = known[xpath];
  if (id) return text(id);
  const name = xpath.slice(xpath.indexOf(':') + 1);
  const words = name
    .replaceAll('_', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
