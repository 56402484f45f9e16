import { charsetOfCodePage, charsetOfFont, westernCharset } from './rtf-charsets.ts';
import type { TextSink } from './text-sink.ts';

/** Groups that are not text of the document. Those marked with `\*` are skipped unless listed here. */
const hiddenGroups = new Set(
  'fonttbl colortbl stylesheet info pict fldinst nonshppict shprslt sp xe tc listtext pntext filetbl private'.split(
    ' ',
  ),
);
const shownMarkedGroups = new Set(['shpinst', 'annotation', 'upr']);

const breaks = new Set(
  'par line tab cell nestcell row nestrow sect page column softline'.split(' '),
);

const characters: Readonly<Record<string, string>> = {
  bullet: '\u2022',
  emdash: '\u2014',
  endash: '\u2013',
  emspace: ' ',
  enspace: ' ',
  ldblquote: '\u201c',
  lquote: '\u2018',
  qmspace: ' ',
  rdblquote: '\u201d',
  rquote: '\u2019',
};

const byte = {
  backslash: 0x5c,
  open: 0x7b,
  close: 0x7d,
  quote: 0x27,
  star: 0x2a,
  minus: 0x2d,
  lineFeed: 0x0a,
  carriageReturn: 0x0d,
} as const;

/** State that ends with its group. */
interface GroupState {
  readonly isHidden: boolean;
  readonly isFontTable: boolean;
  readonly charset: string;
  /** How many fallback characters follow `\u`. */
  readonly unicodeSkip: number;
}

const groupsMax = 10_000;
const pendingMax = 4_096;

/**
 * The text of an RTF file: without control words, characters decoded by the code page of their
 * font. No published parser is maintained, and full-text search needs little of the format.
 *
 * @throws when it is not RTF
 */
export function readRtf(bytes: Uint8Array, sink: TextSink): void {
  if (Buffer.from(bytes.subarray(0, 5)).toString('latin1') !== '{\\rtf') {
    throw new Error('it does not begin as an RTF file does');
  }
  new RtfReader(bytes, sink).read();
}

class RtfReader {
  readonly #bytes: Uint8Array;
  readonly #sink: TextSink;
  readonly #groups: GroupState[] = [];
  readonly #fonts = new Map<number, string>();
  #state: GroupState = {
    isHidden: false,
    isFontTable: false,
    charset: westernCharset,
    unicodeSkip: 1,
  };
  #at = 0;
  #defaultCharset: string = westernCharset;
  #font = 0;
  /** `\*` was read: the group may be skipped. */
  #isMarked = false;
  #toSkip = 0;
  /** Characters in the code page that are not decoded yet: one may have several bytes. */
  #pending: number[] = [];

  constructor(bytes: Uint8Array, sink: TextSink) {
    this.#bytes = bytes;
    this.#sink = sink;
  }

  read(): void {
    while (this.#at < this.#bytes.length && !this.#sink.isFull) {
      const next = this.#bytes[this.#at] ?? 0;
      this.#at += 1;
      if (next === byte.open) this.#openGroup();
      else if (next === byte.close) this.#closeGroup();
      else if (next === byte.backslash) this.#readControl();
      else if (next !== byte.lineFeed && next !== byte.carriageReturn) this.#addByte(next);
    }
    this.#flush();
  }

  #openGroup(): void {
    this.#flush();
    this.#toSkip = 0;
    if (this.#groups.length >= groupsMax) throw new Error('its groups are nested too deeply');
    this.#groups.push(this.#state);
  }

  #closeGroup(): void {
    this.#flush();
    this.#toSkip = 0;
    this.#isMarked = false;
    this.#state = this.#groups.pop() ?? this.#state;
  }

  #readControl(): void {
    const first = this.#bytes[this.#at] ?? 0;
    if (isLetter(first)) this.#readWord();
    else this.#readSymbol(first);
  }

  #readSymbol(symbol: number): void {
    this.#at += 1;
    if (symbol === byte.quote) {
      const digits = Buffer.from(this.#bytes.subarray(this.#at, this.#at + 2)).toString('latin1');
      this.#at += 2;
      this.#addByte(Number.parseInt(digits, 16) || 0x20);
    } else if (symbol === byte.star) {
      this.#isMarked = true;
    } else if (symbol === byte.backslash || symbol === byte.open || symbol === byte.close) {
      this.#addByte(symbol);
    } else if (symbol !== byte.minus) {
      // Non-breaking spaces and hyphens, and line ends, which are paragraphs.
      this.#addText(symbol === 0x5f ? '-' : ' ');
    }
  }

  #readWord(): void {
    const start = this.#at;
    while (isLetter(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    const word = this.#slice(start, this.#at);
    const numberStart = this.#at;
    if (this.#bytes[this.#at] === byte.minus) this.#at += 1;
    while (isDigit(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    const digits = this.#slice(numberStart, this.#at);
    if (this.#bytes[this.#at] === 0x20) this.#at += 1;
    this.#apply(word, digits === '' ? undefined : Number(digits));
  }

  #slice(start: number, end: number): string {
    return Buffer.from(this.#bytes.subarray(start, Math.min(end, start + 32))).toString('latin1');
  }

  #apply(word: string, value: number | undefined): void {
    const isMarked = this.#isMarked;
    this.#isMarked = false;
    if (hiddenGroups.has(word) || (isMarked && !shownMarkedGroups.has(word))) {
      this.#change({ isHidden: true, isFontTable: word === 'fonttbl' });
    } else if (word === 'bin') {
      this.#at += Math.max(0, value ?? 0);
    } else if (word === 'u') {
      this.#addText(String.fromCharCode((value ?? 0x20) & 0xffff));
      this.#toSkip = this.#state.unicodeSkip;
    } else if (word === 'uc') {
      this.#change({ unicodeSkip: Math.max(0, value ?? 1) });
    } else if (breaks.has(word)) {
      this.#addText(' ');
    } else if (Object.hasOwn(characters, word)) {
      this.#addText(characters[word] ?? '');
    } else {
      this.#applyCharset(word, value ?? 0);
    }
  }

  #applyCharset(word: string, value: number): void {
    if (word === 'ansicpg') {
      this.#defaultCharset = charsetOfCodePage(value);
      this.#change({ charset: this.#defaultCharset });
    } else if (word === 'mac') {
      this.#change({ charset: 'macintosh' });
    } else if (word === 'fcharset' && this.#state.isFontTable) {
      const charset = charsetOfFont(value);
      if (charset !== undefined && this.#fonts.size < groupsMax) {
        this.#fonts.set(this.#font, charset);
      }
    } else if (word === 'f' && this.#state.isFontTable) {
      this.#font = value;
    } else if (word === 'f' || word === 'plain') {
      const charset = word === 'f' ? this.#fonts.get(value) : undefined;
      this.#change({ charset: charset ?? this.#defaultCharset });
    }
  }

  #change(changes: Partial<GroupState>): void {
    this.#flush();
    this.#state = { ...this.#state, ...changes };
  }

  #addByte(value: number): void {
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return;
    }
    if (this.#state.isHidden) return;
    this.#pending.push(value);
    if (this.#pending.length >= pendingMax) this.#flush();
  }

  #addText(text: string): void {
    this.#flush();
    if (!this.#state.isHidden) this.#sink.add(text);
  }

  #flush(): void {
    if (this.#pending.length === 0) return;
    this.#sink.add(new TextDecoder(this.#state.charset).decode(Uint8Array.from(this.#pending)));
    this.#pending = [];
  }
}

function isLetter(value: number): boolean {
  return (value >= 0x61 && value <= 0x7a) || (value >= 0x41 && value <= 0x5a);
}

function isDigit(value: number): boolean {
  return value >= 0x30 && value <= 0x39;
}
