/** Values of EXIF that are stored in documents; absent ones are left out. */
export interface ExifValues {
  readonly imageDescription?: string;
  readonly userComment?: string;
  readonly make?: string;
  readonly model?: string;
  /** As written by the camera: `2026:05:01 12:30:00`, in its own time unless `offset` is there. */
  readonly dateTimeOriginal?: string;
  /** `+02:00` */
  readonly offset?: string;
  readonly xResolution?: number;
  readonly yResolution?: number;
  readonly pixelWidth?: number;
  readonly pixelHeight?: number;
  readonly copyright?: string;
  /** Of a second: `1/250`. */
  readonly exposureTime?: string;
  readonly iso?: number;
  readonly focalLength?: number;
  readonly fNumber?: number;
  readonly colorSpace?: number;
  readonly whiteBalance?: number;
  readonly orientation?: number;
}

type Field = readonly [name: keyof ExifValues, form: 'text' | 'comment' | 'number' | 'fraction'];

const exifFolder = 0x8769;

/** By their tags, in the first folder and in that of EXIF. */
const fields: ReadonlyMap<number, Field> = new Map<number, Field>([
  [0x010e, ['imageDescription', 'text']],
  [0x010f, ['make', 'text']],
  [0x0110, ['model', 'text']],
  [0x0112, ['orientation', 'number']],
  [0x011a, ['xResolution', 'number']],
  [0x011b, ['yResolution', 'number']],
  [0x8298, ['copyright', 'text']],
  [0x829a, ['exposureTime', 'fraction']],
  [0x829d, ['fNumber', 'number']],
  [0x8827, ['iso', 'number']],
  [0x9003, ['dateTimeOriginal', 'text']],
  [0x9011, ['offset', 'text']],
  [0x9286, ['userComment', 'comment']],
  [0x920a, ['focalLength', 'number']],
  [0xa001, ['colorSpace', 'number']],
  [0xa002, ['pixelWidth', 'number']],
  [0xa003, ['pixelHeight', 'number']],
  [0xa403, ['whiteBalance', 'number']],
]);

const entryBytes = 12;
const entriesMax = 500;
const textBytesMax = 10_000;

/** @throws RangeError when the block is damaged */
export function readExif(block: Buffer): ExifValues {
  const marker = 'Exif\0\0';
  const hasMarker = block.toString('latin1', 0, marker.length) === marker;
  const reader = new TiffReader(hasMarker ? block.subarray(marker.length) : block);
  const values: Record<string, string | number> = {};
  const first = reader.entries(reader.firstFolder());
  for (const entry of first) keep(values, reader, entry);
  const inner = first.find(({ tag }) => tag === exifFolder);
  const start = inner && reader.numberAt(inner);
  if (start) for (const entry of reader.entries(start)) keep(values, reader, entry);
  return values;
}

function keep(values: Record<string, string | number>, reader: TiffReader, entry: Entry): void {
  const field = fields.get(entry.tag);
  if (!field) return;
  const [name, form] = field;
  const value = fieldValue(reader, entry, form);
  if (value !== undefined && value !== '') values[name] = value;
}

function fieldValue(reader: TiffReader, entry: Entry, form: Field[1]): string | number | undefined {
  if (form === 'text') return reader.textAt(entry);
  if (form === 'comment') return reader.commentAt(entry);
  if (form === 'number') return reader.numberAt(entry);
  const [above, below] = reader.fractionAt(entry) ?? [];
  if (above === undefined || !below || above <= 0) return undefined;
  // `10/2500` is the same as `1/250`.
  return above < below ? `1/${Math.round(below / above)}` : String(above / below);
}

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  /** Of the value, which is here or where a number here points to. */
  readonly at: number;
}

const types = {
  byte: 1,
  text: 2,
  short: 3,
  long: 4,
  rational: 5,
  undefined: 7,
  signed: 10,
} as const;
const typeBytes: Readonly<Record<number, number>> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  7: 1,
  9: 4,
  10: 8,
};

class TiffReader {
  readonly #bytes: Buffer;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#isLittle = bytes.toString('latin1', 0, 2) === 'II';
  }

  firstFolder(): number {
    return this.#long(4);
  }

  entries(start: number): readonly Entry[] {
    const count = Math.min(this.#short(start), entriesMax);
    return Array.from({ length: count }, (_unused, index) =>
      this.#entry(start + 2 + index * entryBytes),
    ).filter((entry) => entry !== undefined);
  }

  textAt({ type, at, count }: Entry): string | undefined {
    if (type !== types.text && type !== types.byte) return undefined;
    return textOf(this.#bytes.subarray(at, at + Math.min(count, textBytesMax)));
  }

  /** Its first eight bytes name its characters. */
  commentAt({ at, count }: Entry): string | undefined {
    const bytes = this.#bytes.subarray(at, at + Math.min(count, textBytesMax));
    if (bytes.length <= 8) return undefined;
    const text = bytes.subarray(8);
    if (bytes.toString('latin1', 0, 7) !== 'UNICODE') return textOf(text);
    const even = Buffer.from(text.subarray(0, text.length - (text.length % 2)));
    return cleaned((this.#isLittle ? even : even.swap16()).toString('utf16le'));
  }

  numberAt(entry: Entry): number | undefined {
    const { type, at } = entry;
    if (type === types.short) return this.#short(at);
    if (type === types.long) return this.#long(at);
    const [above, below] = this.fractionAt(entry) ?? [];
    return above === undefined || !below ? undefined : above / below;
  }

  fractionAt({ type, at }: Entry): readonly [number, number] | undefined {
    if (type !== types.rational && type !== types.signed) return undefined;
    return [this.#long(at), this.#long(at + 4)];
  }

  #entry(at: number): Entry | undefined {
    const type = this.#short(at + 2);
    const count = this.#long(at + 4);
    const size = (typeBytes[type] ?? 0) * count;
    if (size === 0) return undefined;
    return { tag: this.#short(at), type, count, at: size <= 4 ? at + 8 : this.#long(at + 8) };
  }

  #short(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #long(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}

/** Cameras write ASCII, and many programs UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  const end = bytes.indexOf(0);
  const text = end === -1 ? bytes : bytes.subarray(0, end);
  const decoded = text.toString('utf8');
  return cleaned(decoded.includes('\ufffd') ? text.toString('latin1') : decoded);
}

function cleaned(text: string): string | undefined {
  return text.replaceAll('\0', '').toWellFormed().trim() || undefined;
}
