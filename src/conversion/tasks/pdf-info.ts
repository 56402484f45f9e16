import { pageLayoutOf } from './pdf/page-layout.ts';
import { isoDate } from './pdf/pdf-date.ts';
import { NoPdf } from './pdf/pdf-input.ts';
import { ReadablePdf } from './pdf/readable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface InfoParams {
  readonly name: string;
  /** Costs a second reading of the file. */
  readonly needsPageLayout: boolean;
}

/** Null when the file is no PDF. */
export interface FileInfo {
  readonly info: PdfInfo | null;
}

/** By the labels that the operation has; null where the file says nothing. */
export type PdfInfo = Readonly<Record<string, string | number | boolean | null>>;

const key = { password: '', parameter: null };

export async function run(
  { inputs: [path = ''] }: TaskFolder,
  { name, needsPageLayout }: InfoParams,
): Promise<FileInfo> {
  try {
    const document = await ReadablePdf.open({ path, name }, key);
    const layout = needsPageLayout ? await pageLayoutOf({ path, name }) : null;
    return { info: { ...infoOf(document), 'Page layout': layout } };
  } catch (error) {
    if (error instanceof NoPdf) return { info: null };
    throw error;
  }
}

function infoOf(document: ReadablePdf): PdfInfo {
  const { module, handle, pageCount } = document;
  const text = (label: string) => textOf(document, label);
  return {
    'PDF version': versionOf(document),
    'Page count': pageCount,
    ...sizesOf(document),
    Title: text('Title'),
    Author: text('Author'),
    Subject: text('Subject'),
    Keywords: text('Keywords'),
    'PDF producer': text('Producer'),
    'Content creator': text('Creator'),
    'Creation date': isoDate(text('CreationDate')),
    'Modification date': isoDate(text('ModDate')),
    Encrypted: module._FPDF_GetSecurityHandlerRevision(handle) !== -1,
    ...permissionsOf(module._FPDF_GetDocPermissions(handle)),
  };
}

function versionOf(document: ReadablePdf): string | null {
  return document.withMemory(4, (at) => {
    const isKnown = document.module._FPDF_GetFileVersion(document.handle, at) !== 0;
    if (!isKnown) return null;
    const version = document.bytesAt(at, 4).readInt32LE();
    return `${Math.floor(version / 10)}.${version % 10}`;
  });
}

const textLengthMax = 10_000;

function textOf(document: ReadablePdf, label: string): string | null {
  const { module, handle } = document;
  const tag = Buffer.from(`${label}\0`);
  const text = document.withMemory(tag.length, (tagAt) => {
    module.HEAPU8.set(tag, tagAt);
    return document.textOf(
      (at, size) => module._FPDF_GetMetaText(handle, tagAt, at, size),
      'utf16le',
    );
  });
  return text.slice(0, textLengthMax).replaceAll('\0', '').toWellFormed() || null;
}

/** Of the first page, in points. */
function sizesOf(document: ReadablePdf): PdfInfo {
  const { module } = document;
  const sizes = document.withPage(0, (page) => {
    const width = rounded(module._FPDF_GetPageWidthF(page));
    const height = rounded(module._FPDF_GetPageHeightF(page));
    const media = boxOf(document, (...sides) => module._FPDFPage_GetMediaBox(page, ...sides));
    const crop = boxOf(document, (...sides) => module._FPDFPage_GetCropBox(page, ...sides));
    return { width, height, media, crop: crop ?? media };
  });
  return {
    'Page size': sizes ? `${sizes.width} x ${sizes.height}` : null,
    'Page width': sizes?.width ?? null,
    'Page height': sizes?.height ?? null,
    'Media box width': sizes?.media?.width ?? null,
    'Media box height': sizes?.media?.height ?? null,
    'Crop box width': sizes?.crop?.width ?? null,
    'Crop box height': sizes?.crop?.height ?? null,
  };
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}

function boxOf(document: ReadablePdf, read: (...sides: number[]) => number) {
  return document.withMemory(16, (at) => {
    if (read(at, at + 4, at + 8, at + 12) === 0) return undefined;
    const bytes = document.bytesAt(at, 16);
    const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((side) =>
      bytes.readFloatLE(side),
    );
    return { width: rounded(right - left), height: rounded(top - bottom) };
  });
}

/** Bits of the permissions of an encrypted file; all are set in others. */
const permissionBits = {
  'Can Print': 3,
  'Can Modify': 4,
  'Can Extract': 5,
  'Can Modify Annotations': 6,
  'Can Fill Forms': 9,
  'Can Extract for Accessibility': 10,
  'Can Assemble': 11,
  'Can Print Degraded': 3,
} as const;

function permissionsOf(bits: number): PdfInfo {
  return Object.fromEntries(
    Object.entries(permissionBits).map(([label, bit]) => [label, (bits & (1 << (bit - 1))) !== 0]),
  );
}
