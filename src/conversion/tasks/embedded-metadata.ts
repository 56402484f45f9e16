import type { Metadata } from 'sharp';
import { type ExifValues, readExif } from './exif.ts';
import { type IptcValues, readIptc } from './iptc.ts';
import { readXmp, type XmpValues } from './xmp.ts';

/** What a picture says about itself. */
export interface EmbeddedValues {
  readonly exif: ExifValues;
  readonly iptc: IptcValues;
  readonly xmp: XmpValues;
  /** The name of its colour profile. */
  readonly iccProfile?: string;
}

/** Bytes of a block that are read; longer ones hold small pictures or lists of edits. */
const blockBytesMax = 4 * 1024 * 1024;

/** Damaged blocks say nothing: the picture may be sound. */
export function embeddedValues({ exif, iptc, xmp, icc }: Metadata): EmbeddedValues {
  const profile = profileName(icc);
  return {
    exif: blockOf(exif, readExif),
    iptc: blockOf(iptc, readIptc),
    xmp: blockOf(xmp, readXmp),
    ...(profile && { iccProfile: profile }),
  };
}

function blockOf<Values extends object>(
  bytes: Buffer | undefined,
  read: (bytes: Buffer) => Values,
): Partial<Values> {
  if (!bytes || bytes.length > blockBytesMax) return {};
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return {};
    throw error;
  }
}

const tagTable = { at: 128, entryBytes: 12, entriesMax: 100 } as const;
const nameLengthMax = 200;

/** The tag `desc` of the profile, in either version of its text. */
function profileName(icc: Buffer | undefined): string | undefined {
  if (!icc || icc.length < tagTable.at + 4) return undefined;
  const count = Math.min(icc.readUInt32BE(tagTable.at), tagTable.entriesMax);
  for (let index = 0; index < count; index += 1) {
    const at = tagTable.at + 4 + index * tagTable.entryBytes;
    if (at + tagTable.entryBytes > icc.length) return undefined;
    if (icc.toString('latin1', at, at + 4) !== 'desc') continue;
    return textOfTag(icc.subarray(icc.readUInt32BE(at + 4)));
  }
  return undefined;
}

function textOfTag(tag: Buffer): string | undefined {
  if (tag.length < 28) return undefined;
  const type = tag.toString('latin1', 0, 4);
  if (type === 'desc') {
    const length = Math.min(tag.readUInt32BE(8), nameLengthMax);
    return cleaned(tag.toString('latin1', 12, 12 + length));
  }
  if (type !== 'mluc') return undefined;
  const length = Math.min(tag.readUInt32BE(20), 2 * nameLengthMax);
  const start = tag.readUInt32BE(24);
  const text = Buffer.from(tag.subarray(start, start + length - (length % 2)));
  return text.length % 2 === 0 ? cleaned(text.swap16().toString('utf16le')) : undefined;
}

function cleaned(text: string): string | undefined {
  return (
    text
      .toWellFormed()
      .replaceAll(/\p{Cc}/gu, '')
      .trim() || undefined
  );
}
