import { AppError } from '../../base/errors/app-error.ts';

/** Decodes a Content-Transfer-Encoding piece by piece; the pieces may be cut anywhere. */
export interface TransferDecoder {
  decode(bytes: Buffer): Buffer;
  /** The rest after the last piece. @throws AppError request.invalid when it is cut short */
  finish(): Buffer;
}

const nothing = Buffer.alloc(0);
const unencoded: TransferDecoder = { decode: (bytes) => bytes, finish: () => nothing };

/** @throws AppError request.invalid for an unknown encoding */
export function createTransferDecoder(encoding: string): TransferDecoder {
  switch (encoding) {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return unencoded;
    case 'base64':
      return new Base64Decoder();
    case 'quoted-printable':
      return new QuotedPrintableDecoder();
    default:
      throw new AppError(
        'request.invalid',
        `Content-Transfer-Encoding: ${encoding} is not supported; send the content as binary`,
      );
  }
}

/** Four characters at a time; line breaks and other characters in between are dropped (RFC 2045). */
class Base64Decoder implements TransferDecoder {
  #carry = '';
  #isPadded = false;

  decode(bytes: Buffer): Buffer {
    const text = this.#carry + bytes.toString('latin1').replace(/[^A-Za-z0-9+/=]+/g, '');
    const padding = text.indexOf('=');
    const tail = this.#isPadded ? text : text.slice(padding === -1 ? text.length : padding);
    if (/[^=]/.test(tail)) {
      throw new AppError('request.invalid', 'A part has base64 content that goes on after its end');
    }
    if (this.#isPadded) return nothing;
    this.#isPadded = padding !== -1;
    const whole = this.#isPadded ? padding : text.length - (text.length % 4);
    this.#carry = this.#isPadded ? '' : text.slice(whole);
    return decodeGroups(text.slice(0, whole));
  }

  finish(): Buffer {
    return decodeGroups(this.#carry);
  }
}

/** A single character has only six bits and is dropped. */
function decodeGroups(text: string): Buffer {
  if (text.length % 4 !== 1) return Buffer.from(text, 'base64');
  throw new AppError('request.invalid', 'A part has base64 content that is cut short');
}

/** `=XX` is a byte, `=` at the end of a line joins it with the next; any other `=` is literal. */
class QuotedPrintableDecoder implements TransferDecoder {
  #carry = '';

  decode(bytes: Buffer): Buffer {
    const text = this.#carry + bytes.toString('latin1');
    const open = /=(?:[0-9A-Fa-f]|\r)?$/.exec(text);
    this.#carry = open?.[0] ?? '';
    return decodeEscapes(text.slice(0, open?.index ?? text.length));
  }

  finish(): Buffer {
    // The line break after a last `=` belongs to the delimiter.
    return this.#carry === '=' ? nothing : Buffer.from(this.#carry, 'latin1');
  }
}

function decodeEscapes(text: string): Buffer {
  const decoded = text.replace(/=(?:([0-9A-Fa-f]{2})|\r?\n)/g, (_escape, hex?: string) =>
    hex === undefined ? '' : String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}
