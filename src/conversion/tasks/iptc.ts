/** Values of IPTC-IIM that are stored in documents. */
export interface IptcValues {
  readonly caption?: string;
  readonly copyright?: string;
  readonly source?: string;
  readonly credit?: string;
  readonly byline?: string;
  readonly headline?: string;
  readonly city?: string;
}

const names: Readonly<Record<number, keyof IptcValues>> = {
  80: 'byline',
  90: 'city',
  105: 'headline',
  110: 'credit',
  115: 'source',
  116: 'copyright',
  120: 'caption',
};

const applicationRecord = 2;
const valuesMax = 1_000;

/** Photoshop keeps the values inside of blocks of its own. */
const photoshopBlock = { marker: '8BIM', iptc: 0x0404 } as const;

/** @throws RangeError when the block is damaged */
export function readIptc(block: Buffer): IptcValues {
  const data = insideOfPhotoshop(block);
  const values: Record<string, string> = {};
  let isUtf8 = false;
  let at = 0;
  for (let count = 0; count < valuesMax && at + 5 <= data.length && data[at] === 0x1c; count += 1) {
    const record = data.readUInt8(at + 1);
    const dataset = data.readUInt8(at + 2);
    const length = data.readUInt16BE(at + 3);
    // Longer values, whose length has more bytes, are no texts.
    if (length > 0x7fff) break;
    const value = data.subarray(at + 5, at + 5 + length);
    at += 5 + length;
    if (record === 1 && dataset === 90) isUtf8 = value.toString('latin1') === '\x1b%G';
    const name = record === applicationRecord ? names[dataset] : undefined;
    const text = name && textOf(value, isUtf8);
    if (name && text) values[name] ??= text;
  }
  return values;
}

function insideOfPhotoshop(block: Buffer): Buffer {
  let at = block.indexOf(photoshopBlock.marker);
  if (at === -1) return block.subarray(Math.max(0, block.indexOf(0x1c)));
  while (
    at + 12 <= block.length &&
    block.toString('latin1', at, at + 4) === photoshopBlock.marker
  ) {
    const id = block.readUInt16BE(at + 4);
    const nameLength = block.readUInt8(at + 6) + 1;
    const sizeAt = at + 6 + nameLength + (nameLength % 2);
    const size = block.readUInt32BE(sizeAt);
    if (id === photoshopBlock.iptc) return block.subarray(sizeAt + 4, sizeAt + 4 + size);
    at = sizeAt + 4 + size + (size % 2);
  }
  return block.subarray(0, 0);
}

function textOf(bytes: Buffer, isUtf8: boolean): string {
  const utf8 = bytes.toString('utf8');
  const text = isUtf8 || !utf8.includes('\ufffd') ? utf8 : bytes.toString('latin1');
  return text.replaceAll('\0', '').toWellFormed().trim();
}
