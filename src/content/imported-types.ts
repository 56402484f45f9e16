/** The types of document that files become when they are imported. */
type ImportedType = 'Note' | 'Picture' | 'Audio' | 'Video' | 'File';

interface ImporterRule {
  readonly type: ImportedType;
  /** Patterns of the whole normalised MIME type. */
  readonly filters: readonly string[];
}

/** The importers of the reference server, in their order; the first that matches counts. */
const rules: readonly ImporterRule[] = [
  {
    type: 'Note',
    filters: ['text/plain', 'text/html', 'application/xhtml\\+xml', 'text/x-web-markdown'],
  },
  {
    type: 'Picture',
    filters: [
      'image/(?:jpeg|gif|png|tiff|bmp|x-ms-bmp)',
      'image/x-(?:canon-cr2|canon-crw|nikon-nef|adobe-dng|panasonic-raw|fuji-raf|sigma-x3f)',
      'image/x-(?:pentax-pef|kodak-dcr|kodak-kdc|sony-sr2|sony-arw|sony-srf|minolta-mrw)',
      'image/x-(?:olympus-orf|raw-epson|portable-pixmap|dpx|raw)',
      'image/(?:raw|svg.*)',
      'application/(?:photoshop|illustrator|postscript)',
    ],
  },
  { type: 'Audio', filters: ['audio/.*'] },
  { type: 'Video', filters: ['video/.*', 'application/gxf', 'application/mxf'] },
];

const compiled = rules.map(({ type, filters }) => ({
  type,
  pattern: new RegExp(`^(?:${filters.join('|')})$`),
}));

/** All of them. */
export const importedTypes: readonly ImportedType[] = [...rules.map(({ type }) => type), 'File'];

/** The type of document for content of a normalised MIME type. */
export function importedType(mimeType: string): ImportedType {
  return compiled.find(({ pattern }) => pattern.test(mimeType))?.type ?? 'File';
}
