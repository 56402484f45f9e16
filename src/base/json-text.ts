import { AppError } from './errors/app-error.ts';
import { longNumberDigits, parseKnownJson } from './json.ts';
import { parsedAtOnceLength, parseInTurns } from './json-in-turns.ts';
import { JsonSyntaxError, JsonTokenTooLong, jsonTokenLengthMax } from './json-parts.ts';
import { describeJsonProblem } from './json-syntax.ts';
import { limits } from './limits.ts';

const [quote, comma, colon, backslash] = [0x22, 0x2c, 0x3a, 0x5c];
const [zero, nine, dot] = [0x30, 0x39, 0x2e];
/** Digits after the decimal point do not count as digits of a large integer. */
const fraction = -limits.jsonBodyBytesMax;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

const noBytes = new Uint8Array(0);

function createDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true });
}

/** Keeps nothing from one text to the next, as it is given whole ones only. */
const wholeDecoder = createDecoder();

/**
 * A JSON text as it arrives. Each piece is checked at once: a text that is nested too deeply or has
 * too many values is refused before it is parsed, which would take time and memory, and a large
 * text blocks other requests only as long as one piece takes.
 */
export class JsonText {
  #decoder: TextDecoder | undefined;
  readonly #pieces: string[] = [];
  #length = 0;
  #depth = 0;
  /** How many members the present object has so far, at each depth. */
  readonly #members: number[] = [];
  #valueCount = 0;
  #memberCount = 0;
  #digitCount = 0;
  #hasLongNumbers = false;
  #isInString = false;
  #isEscaped = false;

  /** @throws AppError request.invalid, request.too-large */
  add(bytes: Uint8Array): void {
    this.#count(bytes);
    this.#decoder ??= createDecoder();
    this.#take(decode(this.#decoder, bytes, true));
  }

  /**
   * The value of the whole text, or a promise of it if it is long.
   *
   * @throws AppError request.invalid, request.too-large
   */
  parse(): unknown {
    if (this.#decoder) this.#take(decode(this.#decoder, noBytes, false));
    return this.#parsed();
  }

  /**
   * As `add` and `parse` for a text that has arrived as a whole, with less work.
   *
   * @throws AppError request.invalid, request.too-large
   */
  parseWhole(bytes: Uint8Array): unknown {
    this.#count(bytes);
    this.#take(decode(wholeDecoder, bytes, false));
    return this.#parsed();
  }

  #parsed(): unknown {
    const length = this.#length;
    if (length === 0) throw new AppError('request.invalid', 'The JSON body is empty');
    const hasLongNumbers = this.#hasLongNumbers;
    if (length > parsedAtOnceLength) {
      return parseInTurns(this.#pieces, { hasLongNumbers }).catch((error) => {
        throw refusalOf(error);
      });
    }
    const text = this.#pieces.join('');
    this.#pieces.length = 0;
    try {
      return parseKnownJson(text, { hasLongNumbers });
    } catch {
      throw invalid(describeJsonProblem(text));
    }
  }

  #take(piece: string): void {
    if (piece === '') return;
    this.#length += piece.length;
    this.#pieces.push(piece);
  }

  /**
   * There are at least as many commas and opening brackets outside of strings as values. In UTF-8
   * none of the characters searched for is part of another one.
   */
  #count(bytes: Uint8Array): void {
    for (let index = 0; index < bytes.length; index += 1) {
      const code = bytes[index];
      if (this.#isInString) index = this.#endOfText(bytes, index);
      else if (code !== undefined && code >= zero && code <= nine) {
        this.#digitCount += 1;
        if (this.#digitCount === longNumberDigits) this.#hasLongNumbers = true;
        continue;
      } else if (code === dot) {
        this.#digitCount = fraction;
        continue;
      } else if (code === quote) this.#isInString = true;
      else if (code === comma) this.#valueCount += 1;
      else if (code === colon) this.#countMember();
      else if (code === openObject || code === openList) {
        this.#valueCount += 1;
        this.#depth += 1;
        if (this.#depth > limits.jsonDepthMax) throw tooDeep();
        this.#members[this.#depth] = 0;
      } else if (code === closeObject || code === closeList) this.#depth -= 1;
      this.#digitCount = 0;
    }
    if (this.#valueCount > limits.jsonValuesMax) throw tooMany(limits.jsonValuesMax, 'values');
    if (this.#hasLongNumbers && this.#valueCount > limits.jsonExactValuesMax) {
      throw tooMany(limits.jsonExactValuesMax, 'values, and an integer of 16 or more digits');
    }
    if (this.#memberCount > limits.jsonMembersMax) {
      throw tooMany(limits.jsonMembersMax, 'members of objects');
    }
  }

  #countMember(): void {
    this.#memberCount += 1;
    const count = (this.#members[this.#depth] ?? 0) + 1;
    this.#members[this.#depth] = count;
    if (count > limits.jsonObjectMembersMax) {
      throw tooMany(limits.jsonObjectMembersMax, 'members in one object');
    }
  }

  /** The end of the string that contains `from`; the last index when it continues in the next piece. */
  #endOfText(bytes: Uint8Array, from: number): number {
    let isEscaped = this.#isEscaped;
    for (let index = from; index < bytes.length; index += 1) {
      const code = bytes[index];
      if (isEscaped) isEscaped = false;
      else if (code === backslash) isEscaped = true;
      else if (code === quote) {
        this.#isInString = false;
        this.#isEscaped = false;
        return index;
      }
    }
    this.#isEscaped = isEscaped;
    return bytes.length;
  }
}

/**
 * Checks a complete JSON text, such as a parameter of an operation, against the bounds of a body.
 *
 * @throws AppError request.invalid, request.too-large
 */
export function refuseUnboundedJson(text: string): void {
  new JsonText().add(Buffer.from(text));
}

function decode(decoder: TextDecoder, bytes: Uint8Array, stream: boolean): string {
  try {
    return stream ? decoder.decode(bytes, { stream }) : decoder.decode(bytes);
  } catch (cause) {
    throw new AppError('request.invalid', 'The body is not valid UTF-8', { cause });
  }
}

function invalid(reason: string): AppError {
  return new AppError('request.invalid', `The body is not valid JSON: ${reason}`);
}

function refusalOf(error: unknown): unknown {
  if (error instanceof JsonSyntaxError) return invalid(error.message);
  if (!(error instanceof JsonTokenTooLong)) return error;
  return new AppError(
    'request.too-large',
    `The JSON has more than ${jsonTokenLengthMax} characters in one name or number, or of white space in one place`,
  );
}

function tooDeep(): AppError {
  return new AppError(
    'request.invalid',
    `The JSON is nested deeper than ${limits.jsonDepthMax} levels`,
  );
}

function tooMany(max: number, what: string): AppError {
  return new AppError(
    'request.too-large',
    `The JSON has more than ${max} ${what}; send several requests`,
  );
}
