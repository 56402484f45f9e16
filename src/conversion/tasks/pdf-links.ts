import { ReadablePdf } from './pdf/readable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

export interface LinksParams {
  readonly name: string;
}

export interface PdfLink {
  readonly page: number;
  readonly subType: 'Launch' | 'GoToR' | 'URI';
  /** What the page shows at its place. */
  readonly text: string;
  /** An address, or the path of a file. */
  readonly link: string;
}

/** Links that lead out of the file. */
export interface PdfLinks {
  readonly links: readonly PdfLink[];
}

/** As PDFium numbers them. */
const subTypes: Readonly<Record<number, PdfLink['subType']>> = {
  2: 'GoToR',
  3: 'URI',
  4: 'Launch',
};
const linksMax = 20_000;
const textLengthMax = 1_000;
const linkLengthMax = 8_000;

export async function run(
  { inputs: [path = ''] }: TaskFolder,
  { name }: LinksParams,
): Promise<PdfLinks> {
  const document = await ReadablePdf.open({ path, name }, { password: '', parameter: null });
  const links: PdfLink[] = [];
  for (let index = 0; index < document.pageCount; index += 1) {
    document.withPage(index, (page) =>
      document.withText(page, (textPage) => {
        for (const link of linksOf(document, { page, textPage })) {
          if (links.length < linksMax) links.push({ page: index + 1, ...link });
        }
      }),
    );
  }
  return { links };
}

interface PageHandles {
  readonly page: number;
  readonly textPage: number;
}

function* linksOf(document: ReadablePdf, { page, textPage }: PageHandles) {
  const { module } = document;
  // The position of the search, and the link that was found.
  const size = 8;
  const next = module.wasmExports.malloc(size);
  module.HEAPU8.fill(0, next, next + size);
  const read = (at: number) => document.bytesAt(at, 4).readUInt32LE();
  for (let found = 0; found < linksMax; found += 1) {
    if (module._FPDFLink_Enumerate(page, next, next + 4) === 0) break;
    const link = read(next + 4);
    const action = module._FPDFLink_GetAction(link);
    const subType = subTypes[action === 0 ? 0 : module._FPDFAction_GetType(action)];
    if (subType === undefined) continue;
    yield {
      subType,
      text: textAt(document, link, textPage),
      link: targetOf(document, action, subType),
    };
  }
  module.wasmExports.free(next);
}

function targetOf(document: ReadablePdf, action: number, subType: PdfLink['subType']): string {
  const { module, handle } = document;
  const target =
    subType === 'URI'
      ? document.textOf(
          (at, size) => module._FPDFAction_GetURIPath(handle, action, at, size),
          'utf8',
        )
      : document.textOf((at, size) => module._FPDFAction_GetFilePath(action, at, size), 'utf8');
  return target.slice(0, linkLengthMax).toWellFormed();
}

function textAt(document: ReadablePdf, link: number, textPage: number): string {
  const { module } = document;
  return document.withMemory(16, (rectangle) => {
    if (module._FPDFLink_GetAnnotRect(link, rectangle) === 0) return '';
    const bytes = document.bytesAt(rectangle, 16);
    const sides = [0, 4, 8, 12].map((at) => bytes.readFloatLE(at));
    const [left = 0, top = 0, right = 0, bottom = 0] = sides;
    const read = (at: number, count: number) =>
      module._FPDFText_GetBoundedText(textPage, left, top, right, bottom, at, count);
    const count = Math.min(read(0, 0), textLengthMax);
    if (count <= 0) return '';
    return document.withMemory(2 * count + 2, (at) => {
      read(at, count);
      const text = document.bytesAt(at, 2 * count).toString('utf16le');
      return text.replaceAll('\0', '').replaceAll(/\s+/g, ' ').trim().toWellFormed();
    });
  });
}
