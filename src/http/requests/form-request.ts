import { AppError } from '../../base/errors/app-error.ts';
import { JsonText } from '../../base/json-text.ts';
import { type BodySource, type JsonBodyRules, readBounded } from './body.ts';

const field = 'jsondata';
const [ampersand, equals, percent, plus, space] = [0x26, 0x3d, 0x25, 0x2b, 0x20];

/**
 * A form with the request in its field `jsondata`, as a plain HTML form can send it.
 *
 * @throws AppError as `readJsonBody`
 */
export async function readFormRequest(source: BodySource, rules: JsonBodyRules): Promise<unknown> {
  const form = new FormField();
  await readBounded(source, { ...rules, take: (chunk) => form.add(chunk) });
  return form.parse();
}

/**
 * The first field of that name in an urlencoded form, decoded piece by piece. All others are
 * skipped, and pieces may be cut anywhere, also within an escape.
 */
class FormField {
  readonly #text = new JsonText();
  #state: 'name' | 'wanted' | 'other' | 'done' = 'name';
  #isFound = false;
  #name = '';
  /** An escape that has begun: `%` or `%` and one digit. */
  #escape = '';

  /** @throws AppError request.invalid, request.too-large */
  add(chunk: Uint8Array): void {
    const decoded = Buffer.allocUnsafe(chunk.length + this.#escape.length);
    let length = 0;
    for (const code of chunk) {
      if (this.#state === 'done') break;
      if (code === ampersand) {
        length = this.#flushEscape(decoded, length);
        this.#state = this.#isFound ? 'done' : 'name';
        this.#name = '';
      } else if (this.#state === 'name') this.#addToName(code);
      else if (this.#state === 'wanted') length = this.#decode(code, decoded, length);
    }
    if (length > 0) this.#text.add(decoded.subarray(0, length));
  }

  /** @throws AppError request.invalid */
  parse(): unknown {
    if (!this.#isFound) throw new AppError('request.invalid', `The form has no field ${field}`);
    if (this.#escape !== '') this.#text.add(Buffer.from(this.#escape, 'latin1'));
    return this.#text.parse();
  }

  #addToName(code: number): void {
    if (code === equals) {
      this.#isFound = this.#name === field;
      this.#state = this.#isFound ? 'wanted' : 'other';
    } else if (this.#name.length <= field.length) this.#name += String.fromCharCode(code);
  }

  /** `%XX` is a byte and `+` a space; any other `%` is itself. Returns the new length. */
  #decode(code: number, decoded: Buffer, length: number): number {
    if (this.#escape === '' && code !== percent) {
      decoded[length] = code === plus ? space : code;
      return length + 1;
    }
    if (this.#escape !== '' && !isHexDigit(code)) {
      return this.#decode(code, decoded, this.#flushEscape(decoded, length));
    }
    this.#escape += String.fromCharCode(code);
    if (this.#escape.length < 3) return length;
    decoded[length] = Number.parseInt(this.#escape.slice(1), 16);
    this.#escape = '';
    return length + 1;
  }

  #flushEscape(decoded: Buffer, length: number): number {
    const written = decoded.write(this.#escape, length, 'latin1');
    this.#escape = '';
    return length + written;
  }
}

function isHexDigit(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x66);
}
