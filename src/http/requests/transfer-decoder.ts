import { AppError } from '../../base/errors/app-error.ts';

/** Decodes a Content-Transfer-Encoding piece by piece; the pieces may be cut anywhere. */
export interface TransferDecoder {
  decode(bytes: Buffer): Buffer;
  /** The rest after the last piece. @throws AppError request.invalid for faults of the content */
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

const cutShort = 'A part has base64 content that is cut short';
const goesOn = 'A part has base64 content that goes on after its end';

/**
 * Four characters at a time; line breaks and other characters in between are dropped (RFC 2045). A
 * fault is thrown at the end: what comes before it is the same however the content is cut.
 */
class Base64Decoder implements TransferDecoder {
  #carry = '';
  #isPadded = false;
  #fault: string | undefined;

  decode(bytes: Buffer): Buffer {
    const text = this.#carry + bytes.toString('latin1').replace(/[^A-Za-z0-9+/=]+/g, '');
    const padding = this.#isPadded ? 0 : text.indexOf('=');
    const end = padding === -1 ? text.length : padding;
    const over = end % 4;
    const isEnded = padding !== -1;
    if (isEnded && over === 1) this.#fault ??= cutShort;
    if (/[^=]/.test(text.slice(end))) this.#fault ??= goesOn;
    this.#isPadded = isEnded;
    // A single character has only six bits.
    const whole = isEnded && over !== 1 ? end : end - over;
    this.#carry = isEnded ? '' : text.slice(whole);
    return Buffer.from(text.slice(0, whole), 'base64');
  }

  finish(): Buffer {
    const fault = this.#fault ?? (this.#carry.length === 1 ? cutShort : undefined);
    if (fault !== undefined) throw new AppError('request.invalid', fault);
    return Buffer.from(this.#carry, 'base64');
  }
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
