import { AppError } from '../../base/errors/app-error.ts';
import { limits } from '../../base/limits.ts';

/** The events of each part, in order: a head, any number of pieces of content, an end. */
export type MultipartEvent =
  | { readonly kind: 'head'; readonly bytes: Buffer }
  | { readonly kind: 'content'; readonly bytes: Buffer }
  | { readonly kind: 'end' };

type State = 'preamble' | 'head' | 'content' | 'epilogue';

/** What follows `--boundary`: a part, the end of the body, or just content; undefined: not known yet. */
type Delimiter = { readonly kind: 'part' | 'close' | 'content'; readonly end: number } | undefined;

/** Spaces a sender may put between a boundary and the end of its line. */
const paddingBytesMax = 256;
const boundaryLengthMax = 256;
const [tab, lineFeed, carriageReturn, space, dash] = [9, 10, 13, 32, 45];

/**
 * Parses a multipart body (RFC 2046) without buffering more than one delimiter or one head. Events
 * are generated on demand, so their consumer controls the speed.
 *
 * A line is a delimiter only when nothing but padding or the closing dashes follow the boundary:
 * content that only begins like one stays content. Lines end as the first delimiter line does, with
 * CRLF or, in requests written by hand, with LF.
 */
export class MultipartParser {
  readonly #boundary: string;
  #delimiter: Buffer;
  #newline: Buffer;
  #state: State = 'preamble';
  #pending: Buffer;
  /** Bytes at the start of the pending data that are separators and not content. */
  #skipBytes = 0;
  #partCount = 0;

  /** @throws AppError request.invalid */
  constructor(boundary: string) {
    if (boundary === '' || boundary.length > boundaryLengthMax) {
      throw new AppError(
        'request.invalid',
        `Content-Type: the multipart boundary must have 1 to ${boundaryLengthMax} characters`,
      );
    }
    this.#boundary = boundary;
    // Until the first delimiter is found; the body is treated as if it began after a line end.
    this.#newline = Buffer.from('\n');
    this.#delimiter = this.#delimiterAfter(this.#newline);
    this.#pending = this.#newline;
  }

  /** @throws AppError request.invalid */
  *feed(chunk: Buffer): Generator<MultipartEvent> {
    if (this.#state === 'epilogue') return;
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    for (let isMoving = true; isMoving; ) {
      if (this.#state === 'preamble') isMoving = this.#skipPreamble();
      else if (this.#state === 'head') isMoving = yield* this.#takeHead();
      else if (this.#state === 'content') isMoving = yield* this.#takeContent();
      else isMoving = false;
    }
  }

  /** To be called after the last chunk. @throws AppError request.invalid when the body is cut short */
  finish(): void {
    if (this.#state === 'epilogue') return;
    throw new AppError(
      'request.invalid',
      this.#state === 'preamble'
        ? 'The boundary of the Content-Type does not occur in the multipart body'
        : 'The multipart body is cut short: its closing boundary is missing',
    );
  }

  #delimiterAfter(newline: Buffer): Buffer {
    return Buffer.concat([newline, Buffer.from(`--${this.#boundary}`, 'latin1')]);
  }

  #skipPreamble(): boolean {
    const found = this.#find(0);
    if (found.delimiter === undefined) {
      this.#keep(found.start, 0);
      return false;
    }
    if (found.delimiter.kind === 'part') {
      const isCrlf = this.#pending[found.delimiter.end - 2] === carriageReturn;
      this.#newline = Buffer.from(isCrlf ? '\r\n' : '\n');
      this.#delimiter = this.#delimiterAfter(this.#newline);
    }
    this.#pass(found.delimiter);
    return true;
  }

  *#takeHead(): Generator<MultipartEvent, boolean> {
    // A head without lines is only the empty line, so the search begins with the end of the
    // delimiter's own line.
    const blankLine = Buffer.concat([this.#newline, this.#newline]);
    const blank = this.#pending.indexOf(blankLine);
    const sizeBytes = blank === -1 ? this.#pending.length - blankLine.length + 1 : blank;
    if (sizeBytes > limits.multipartHeaderBytesMax) {
      throw new AppError(
        'request.invalid',
        `The header of a part is larger than ${limits.multipartHeaderBytesMax} bytes`,
      );
    }
    if (blank === -1) return false;
    const head = this.#pending.subarray(Math.min(this.#newline.length, blank), blank);
    // The empty line may also be the start of the delimiter: a part without content.
    this.#keep(blank + this.#newline.length, this.#newline.length);
    this.#state = 'content';
    yield { kind: 'head', bytes: head };
    return true;
  }

  *#takeContent(): Generator<MultipartEvent, boolean> {
    const { start, delimiter } = this.#find(0);
    const content = this.#pending.subarray(Math.min(this.#skipBytes, start), start);
    if (delimiter === undefined) this.#keep(start, start === 0 ? this.#skipBytes : 0);
    else this.#pass(delimiter);
    if (content.length > 0) yield { kind: 'content', bytes: content };
    if (delimiter === undefined) return false;
    yield { kind: 'end' };
    return true;
  }

  /** Skips the delimiter; the end of its line stays, as the first empty line of a head. */
  #pass({ kind, end }: NonNullable<Delimiter>): void {
    if (kind === 'close') {
      this.#state = 'epilogue';
      this.#pending = Buffer.alloc(0);
      return;
    }
    this.#partCount += 1;
    if (this.#partCount > limits.multipartPartsMax) {
      throw new AppError(
        'request.invalid',
        `The multipart body has more than ${limits.multipartPartsMax} parts; send several requests`,
      );
    }
    this.#state = 'head';
    this.#keep(end - this.#newline.length, 0);
  }

  #keep(start: number, skipBytes: number): void {
    this.#pending = this.#pending.subarray(start);
    this.#skipBytes = skipBytes;
  }

  /** The next delimiter; without one, the start of one that the next chunk may complete. */
  #find(from: number): { readonly start: number; readonly delimiter: Delimiter } {
    const bytes = this.#pending;
    let start = bytes.indexOf(this.#delimiter, from);
    while (start !== -1) {
      const delimiter = this.#classify(start + this.#delimiter.length);
      if (delimiter?.kind !== 'content') return { start, delimiter };
      start = bytes.indexOf(this.#delimiter, delimiter.end);
    }
    return { start: this.#startOfPartial(), delimiter: undefined };
  }

  /** A delimiter has only one line start, so the last one in the buffer is the only candidate. */
  #startOfPartial(): number {
    const bytes = this.#pending;
    const start = bytes.lastIndexOf(this.#delimiter[0] ?? lineFeed);
    const length = bytes.length - start;
    if (start === -1 || length >= this.#delimiter.length) return bytes.length;
    const isPartial = this.#delimiter.subarray(0, length).equals(bytes.subarray(start));
    return isPartial ? start : bytes.length;
  }

  #classify(afterBoundary: number): Delimiter {
    const bytes = this.#pending;
    const first = bytes[afterBoundary];
    if (first === undefined) return undefined;
    if (first === dash) {
      const second = bytes[afterBoundary + 1];
      if (second === undefined) return undefined;
      return { kind: second === dash ? 'close' : 'content', end: afterBoundary };
    }
    let end = afterBoundary;
    while (bytes[end] === space || bytes[end] === tab) end += 1;
    if (end - afterBoundary > paddingBytesMax) return { kind: 'content', end: afterBoundary };
    return this.#endOfLine(end, afterBoundary);
  }

  #endOfLine(end: number, afterBoundary: number): Delimiter {
    const bytes = this.#pending;
    const isFirst = this.#state === 'preamble';
    if (bytes[end] === undefined) return undefined;
    if (bytes[end] === carriageReturn && (isFirst || this.#newline.length === 2)) {
      if (bytes[end + 1] === undefined) return undefined;
      if (bytes[end + 1] === lineFeed) return { kind: 'part', end: end + 2 };
    } else if (bytes[end] === lineFeed && (isFirst || this.#newline.length === 1)) {
      return { kind: 'part', end: end + 1 };
    }
    return { kind: 'content', end: afterBoundary };
  }
}
