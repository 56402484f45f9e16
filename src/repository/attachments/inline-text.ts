import { AppError } from '../../base/errors/app-error.ts';

type Encoder = (text: string) => Buffer;

function bytesUpTo(max: number, label: string): Encoder {
  return (text) => {
    for (let index = 0; index < text.length; index += 1) {
      if (text.charCodeAt(index) <= max) continue;
      throw new AppError(
        'request.invalid',
        `encoding: the content has characters that ${label} does not have; send UTF-8`,
      );
    }
    return Buffer.from(text, 'latin1');
  };
}

const utf16LittleEndian: Encoder = (text) => Buffer.from(text, 'utf16le');
const utf16BigEndian: Encoder = (text) => utf16LittleEndian(text).swap16();

const encoders: ReadonlyMap<string, Encoder> = new Map<string, Encoder>([
  ['utf-8', (text) => Buffer.from(text, 'utf8')],
  ['utf8', (text) => Buffer.from(text, 'utf8')],
  ['iso-8859-1', bytesUpTo(0xff, 'ISO-8859-1')],
  ['latin1', bytesUpTo(0xff, 'ISO-8859-1')],
  ['us-ascii', bytesUpTo(0x7f, 'US-ASCII')],
  ['ascii', bytesUpTo(0x7f, 'US-ASCII')],
  // Without a byte order: with a byte order mark and big endian, as the reference does it.
  ['utf-16', (text) => utf16BigEndian(`\ufeff${text}`)],
  ['utf-16be', utf16BigEndian],
  ['utf-16le', utf16LittleEndian],
]);

/**
 * Text as bytes of a named character set.
 *
 * @throws AppError request.invalid for an unknown name or text that it cannot encode
 */
export function encodeText(text: string, encoding: string): Buffer {
  const encode = encoders.get(encoding.toLowerCase());
  if (!encode) {
    throw new AppError(
      'request.invalid',
      `encoding: ${encoding} is not supported; send UTF-8, UTF-16, ISO-8859-1 or US-ASCII`,
    );
  }
  if (!text.isWellFormed()) {
    throw new AppError('request.invalid', 'content: the text contains an unpaired surrogate');
  }
  return encode(text);
}
