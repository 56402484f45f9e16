import signatures from './data/signatures.json' with { type: 'json' };

/** Bytes at the beginning of a content that are examined. */
export const sniffedBytesMax = 4096;

/** Bytes in hexadecimal at an offset; `..` matches any. */
interface BytesAt {
  readonly at: number;
  readonly hex: string;
}

/** The first of which all bytes match is used. */
interface Signature extends BytesAt {
  readonly type: string;
  readonly and?: readonly BytesAt[];
}

const known: readonly Signature[] = signatures;

/**
 * The type by the first bytes of a content; undefined when they match none. Runs on the event loop,
 * so its time is bounded whatever the bytes are.
 */
export function sniffMimeType(content: Uint8Array): string | undefined {
  const head = Buffer.from(content.buffer, content.byteOffset, content.length).subarray(
    0,
    sniffedBytesMax,
  );
  if (head.length === 0) return undefined;
  const found = known.find(({ at, hex, and = [] }) =>
    [{ at, hex }, ...and].every((part) => isAt(head, part.at, part.hex)),
  )?.type;
  if (found === 'application/zip') return typeOfZip(head);
  if (found === compoundFile) return typeOfCompoundFile(head);
  if (found === matroska && head.subarray(0, 64).includes('webm')) return 'video/webm';
  return found ?? typeOfText(head, content.length > head.length);
}

function isAt(head: Buffer, at: number, hex: string): boolean {
  const length = hex.length / 2;
  if (head.length < at + length) return false;
  for (let index = 0; index < length; index += 1) {
    const digits = hex.slice(2 * index, 2 * index + 2);
    if (digits !== '..' && head[at + index] !== Number.parseInt(digits, 16)) return false;
  }
  return true;
}

const openXml = 'application/vnd.openxmlformats-officedocument';

/** Folders of archives that are documents. */
const archiveFolders: readonly (readonly [string, string])[] = [
  ['word/', `${openXml}.wordprocessingml.document`],
  ['xl/', `${openXml}.spreadsheetml.sheet`],
  ['ppt/', `${openXml}.presentationml.presentation`],
  ['META-INF/MANIFEST.MF', 'application/java-archive'],
];

/** OpenDocument and EPUB begin with an uncompressed entry that holds their type. */
const storedType = /^mimetype(application\/[\w.+-]{1,100})/;

function typeOfZip(head: Buffer): string {
  const text = head.toString('latin1');
  const own = storedType.exec(text.slice(30));
  if (own?.[1] !== undefined) return own[1].replace(/PK$/, '');
  const isOffice = text.includes('[Content_Types].xml') || text.includes('_rels/.rels');
  const folder = archiveFolders.find(
    ([name]) => text.includes(name) && (isOffice || name.startsWith('META')),
  );
  return folder?.[1] ?? 'application/zip';
}

const matroska = 'video/x-matroska';

const compoundFile = 'application/x-cfb';

/** Names of parts of older office files, as far as their table is at the beginning. */
const compoundParts: readonly (readonly [string, string])[] = [
  ['__substg1.0_', 'application/vnd.ms-outlook'],
  ['WordDocument', 'application/msword'],
  ['Workbook', 'application/vnd.ms-excel'],
  ['PowerPoint Document', 'application/vnd.ms-powerpoint'],
  ['VisioDocument', 'application/visio'],
];

function typeOfCompoundFile(head: Buffer): string | undefined {
  return compoundParts.find(([name]) => head.includes(Buffer.from(name, 'utf16le')))?.[1];
}

const textRules: readonly (readonly [RegExp, string])[] = [
  [/^\s*<\?xml\b[^>]*\?>[\s\S]*?<svg\b/i, 'image/svg+xml'],
  [/^\s*<svg\b/i, 'image/svg+xml'],
  [/^\s*<\?xml\b[^>]*\?>[\s\S]*?<html\b/i, 'application/xhtml+xml'],
  [/^\s*<\?xml\b/i, 'text/xml'],
  [/^\s*<(?:!doctype html|html|head|body)\b/i, 'text/html'],
  [/^\s*0\r?\n\s*SECTION\r?\n/, 'image/vnd.dxf'],
  [/^BEGIN:VCALENDAR\b/, 'text/calendar'],
  [/^BEGIN:VCARD\b/, 'text/vcard'],
];

function typeOfText(head: Buffer, isCut: boolean): string | undefined {
  const text = readText(head, isCut);
  if (text === undefined) return undefined;
  const found = textRules.find(([pattern]) => pattern.test(text))?.[1];
  if (found === undefined && isMail(text)) return 'message/rfc822';
  return found ?? (isWholeJson(text, isCut) ? 'application/json' : 'text/plain');
}

function isMail(text: string): boolean {
  const hasHeaders = /^From:/im.test(text) && /^(?:To|Subject|Date|Message-ID):/im.test(text);
  return hasHeaders && /^[a-z][\w-]*:/i.test(text);
}

function readText(head: Buffer, isCut: boolean): string | undefined {
  const isWide = isAt(head, 0, 'fffe') || isAt(head, 0, 'feff');
  const decoder = new TextDecoder(isWide ? (head[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8', {
    fatal: true,
  });
  try {
    const text = decoder.decode(head, { stream: isCut });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: texts have none of them
    return /[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function isWholeJson(text: string, isCut: boolean): boolean {
  if (isCut || !/^\s*[[{]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
