import { AppError } from '../../base/errors/app-error.ts';
import { mimeTypeOfFileName, unknownMimeType } from '../../content/mime-types.ts';
import { isMediaType } from '../../model/media-type.ts';
import {
  findExtendedParameter,
  type ParameterHeader,
  parseParameterHeader,
} from '../requests/header-parameters.ts';

/** The head of one part. */
export interface PartHead {
  /** Of the form field; null when there is none. */
  readonly name: string | null;
  /** Without folders; null when the sender gave none. */
  readonly filename: string | null;
  /** Whether a form sends it as a file: with a name, though it may be empty, or as octets. */
  readonly isFile: boolean;
  readonly mimeType: string;
  readonly encoding: string | null;
  /** In lower case; empty when there is none. */
  readonly transferEncoding: string;
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** @throws AppError request.invalid */
export function parsePartHead(bytes: Buffer): PartHead {
  const fields = parseFields(bytes);
  const type = parseParameterHeader(fields.get('content-type') ?? '');
  const disposition = parseParameterHeader(fields.get('content-disposition') ?? '');
  const filename = filenameOf(disposition, type);
  const isNamed = findExtendedParameter(disposition, 'filename') !== undefined;
  return {
    name: disposition.parameters.get('name') ?? null,
    filename,
    isFile: isForm(disposition) && (isNamed || isOctets(type.value)),
    mimeType: mimeTypeOf(type.value, filename),
    encoding: charsetOf(type),
    transferEncoding: fields.get('content-transfer-encoding')?.trim().toLowerCase() ?? '',
  };
}

/** Name in lower case → value; of two with one name the first is used. */
function parseFields(bytes: Buffer): ReadonlyMap<string, string> {
  const fields = new Map<string, string>();
  // Split at line ends as bytes: each value is decoded separately, after folded lines are joined.
  const text = bytes.toString('latin1').replace(/\r?\n(?=[ \t])/g, '');
  for (const line of text.split(/\r?\n/)) {
    if (line === '') continue;
    const match = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*:(.*)$/s.exec(line);
    if (!match || hasControls(line)) {
      throw new AppError(
        'request.invalid',
        'The header of a part is malformed; send lines of the form "Name: value"',
      );
    }
    const [, name = '', value = ''] = match;
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, decodeField(value));
  }
  return fields;
}

/** Names are sent as raw bytes: UTF-8 if valid, else Latin-1, in which every byte is valid. */
function decodeField(latin1: string): string {
  try {
    return utf8.decode(Buffer.from(latin1, 'latin1'));
  } catch {
    return latin1;
  }
}

function hasControls(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return /[\0-\x08\x0a-\x1f\x7f]/.test(text);
}

function filenameOf(disposition: ParameterHeader, type: ParameterHeader): string | null {
  const sent =
    findExtendedParameter(disposition, 'filename') ?? findExtendedParameter(type, 'name');
  if (sent === undefined) return null;
  if (hasControls(sent)) {
    throw new AppError('request.invalid', 'filename of a part: control characters are not allowed');
  }
  // Browsers write a quotation mark in a name of a form as %22.
  const name = isForm(disposition) ? sent.replaceAll('%22', '"') : sent;
  return name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1) || null;
}

function isForm({ value }: ParameterHeader): boolean {
  return value.toLowerCase() === 'form-data';
}

function isOctets(type: string): boolean {
  return type.toLowerCase() === unknownMimeType;
}

/**
 * The declared type as it was sent; without one that of the name. Senders without the type declare
 * octet-stream: documents then use the name, but operations may be asked to use the declared type.
 */
function mimeTypeOf(declared: string, filename: string | null): string {
  if (isOctets(declared)) return unknownMimeType;
  if (isMediaType(declared)) return declared;
  return (filename === null ? undefined : mimeTypeOfFileName(filename)) ?? unknownMimeType;
}

/** As sent, if it is the name of an encoding. */
function charsetOf(type: ParameterHeader): string | null {
  const charset = type.parameters.get('charset') ?? '';
  return /^[\w.:+-]{1,64}$/.test(charset) ? charset : null;
}
