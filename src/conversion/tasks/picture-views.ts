import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { conversionLimits } from '../limits.ts';
import { pictureInput, requireMeantFormat } from '../programs/picture-input.ts';
import { type EmbeddedValues, embeddedValues } from './embedded-metadata.ts';
import type { TaskFolder } from './task-folder.ts';

interface WantedView {
  readonly title: string;
  /** Pixels of the longer side at most; null for the size of the picture. */
  readonly sideMax: number | null;
}

interface ViewsParams {
  readonly views: readonly WantedView[];
  /** What is read in place of the file: the same picture in another format, upright. */
  readonly decoded?: string;
}

export interface PictureInfo {
  readonly width: number;
  readonly height: number;
  readonly depth: number;
  readonly format: string;
  readonly colorSpace: string;
}

interface MadeView {
  readonly title: string;
  /** Null where the picture itself is the view. */
  readonly file: string | null;
  readonly info: PictureInfo;
}

export interface MadeViews {
  readonly info: PictureInfo;
  readonly embedded: EmbeddedValues;
  readonly views: readonly MadeView[];
}

const quality = 85;
/** A drawing has no pixels of its own: it is drawn in the size that it declares, up to this one. */
const drawingSideMax = 4_000;
const svgDensity = 72;

const input = { ...pictureInput, sequentialRead: true } as const;

/** Views of a picture, and what it says about itself; it is decoded once or twice for all of them. */
export async function run(
  { inputs: [file = ''], out }: TaskFolder,
  { views, decoded }: ViewsParams,
): Promise<MadeViews> {
  sharp.concurrency(1);
  sharp.cache(false);
  const path = decoded ?? file;
  // Reads the head of the file only. Drawings are made smaller than they declare.
  const metadata = await sharp(path, { ...input, limitInputPixels: false }).metadata();
  requireMeantFormat(metadata);
  requirePixels(metadata);
  const source = decoded === undefined ? sourceOf(path, metadata) : uprightSource(path, metadata);
  const made: MadeView[] = [];
  // The largest first: smaller ones are made of it.
  const ordered = views.toSorted((a, b) => (b.sideMax ?? Infinity) - (a.sideMax ?? Infinity));
  for (const [at, view] of ordered.entries()) {
    const size = sizeWithin(source, view.sideMax);
    const info = { ...size, depth: 8, format: 'JPEG', colorSpace: 'sRGB' };
    if (view.sideMax === null && isPlainJpeg(metadata)) {
      made.push({ title: view.title, file: decoded ?? null, info });
      continue;
    }
    const target = join(out, `view${at}.jpg`);
    const previous = made.at(-1)?.file ?? null;
    await writeView(previous === null ? source.open() : sharp(previous), size, target);
    made.push({ title: view.title, file: target, info });
  }
  const { width, height } = source;
  const format = decoded === undefined ? metadata.format.toUpperCase() : 'HEIC';
  const info = { width, height, format, ...describe(metadata) };
  const byTitle = new Map(made.map((view) => [view.title, view]));
  const inOrder = views.flatMap(({ title }) => byTitle.get(title) ?? []);
  return { info, embedded: embeddedValues(metadata), views: inOrder };
}

/** @throws Error */
function requirePixels({ format, width, height }: Metadata): void {
  const { pixelsMax } = conversionLimits;
  if (format === 'svg' || width * height <= pixelsMax) return;
  const megapixels = Math.round((width * height) / 1_000_000);
  throw new Error(`it has ${megapixels} megapixels, and ${pixelsMax / 1_000_000} are read`);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Source extends Size {
  open(): Sharp;
}

/** The picture by the orientation that the camera has stored. */
function sourceOf(path: string, metadata: Metadata): Source {
  const { width, height } = metadata.autoOrient;
  if (metadata.format !== 'svg') {
    return { width, height, open: () => sharp(path, input).autoOrient() };
  }
  const scale = Math.min(1, drawingSideMax / Math.max(width, height, 1));
  const density = Math.max(1, svgDensity * scale);
  const drawn = sizeWithin({ width, height }, drawingSideMax);
  return { ...drawn, open: () => sharp(path, { ...input, density }) };
}

/** The program that decoded it has turned it, and may have kept the note that it was turned. */
function uprightSource(path: string, { width, height }: Metadata): Source {
  return { width, height, open: () => sharp(path, input) };
}

function sizeWithin({ width, height }: Size, sideMax: number | null): Size {
  const scale = Math.min(1, (sideMax ?? Infinity) / Math.max(width, height, 1));
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * scale));
  return { width: side(width), height: side(height) };
}

async function writeView(picture: Sharp, { width, height }: Size, file: string): Promise<void> {
  await picture
    .resize(width, height, { fit: 'fill' })
    .flatten({ background: 'white' })
    .toColourspace('srgb')
    .jpeg({ quality })
    .toFile(file);
}

/** Every program shows it as the view would be: it needs no copy. */
function isPlainJpeg({ format, space, orientation = 1, icc }: Metadata): boolean {
  const isCommon = space === 'srgb' || space === 'b-w';
  return format === 'jpeg' && isCommon && orientation === 1 && icc === undefined;
}

const depths: Readonly<Record<string, number>> = {
  uchar: 8,
  char: 8,
  ushort: 16,
  short: 16,
  uint: 32,
  int: 32,
  float: 32,
  complex: 64,
  double: 64,
  dpcomplex: 128,
};

const spaces: Readonly<Record<string, string>> = {
  'b-w': 'Gray',
  cmyk: 'CMYK',
  grey16: 'Gray',
  lab: 'Lab',
  rgb: 'RGB',
  rgb16: 'sRGB',
  scrgb: 'scRGB',
  srgb: 'sRGB',
};

function describe({ depth, space }: Metadata) {
  return { depth: depths[depth] ?? 8, colorSpace: spaces[space] ?? space };
}
