import { readFile } from 'node:fs/promises';
import { PDFiumModule } from '@hyzyla/pdfium';
import {
  type PdfInput,
  type PdfKey,
  PdfRefusal,
  pagesMax,
  requirePdf,
  tooManyPages,
  wrongPassword,
} from './pdf-input.ts';

/** Functions of PDFium, beyond those for which the package has types. Pointers and handles are numbers. */
type Call = (...args: number[]) => number;

type Functions =
  | 'FPDFAction_GetFilePath'
  | 'FPDFAction_GetType'
  | 'FPDFAction_GetURIPath'
  | 'FPDFLink_Enumerate'
  | 'FPDFLink_GetAction'
  | 'FPDFLink_GetAnnotRect'
  | 'FPDFPage_GetCropBox'
  | 'FPDFPage_GetMediaBox'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetBoundedText'
  | 'FPDFText_GetText'
  | 'FPDFText_LoadPage'
  | 'FPDFBitmap_CreateEx'
  | 'FPDFBitmap_Destroy'
  | 'FPDFBitmap_FillRect'
  | 'FPDF_ClosePage'
  | 'FPDF_GetDocPermissions'
  | 'FPDF_GetFileVersion'
  | 'FPDF_GetLastError'
  | 'FPDF_GetMetaText'
  | 'FPDF_GetPageCount'
  | 'FPDF_GetPageHeightF'
  | 'FPDF_GetPageWidthF'
  | 'FPDF_GetSecurityHandlerRevision'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_LoadPage'
  | 'FPDF_RenderPageBitmap';

type Module = { readonly [Name in Functions as `_${Name}`]: Call } & {
  /** Replaced when the memory grows. */
  readonly HEAPU8: Uint8Array;
  readonly wasmExports: { malloc(size: number): number; free(pointer: number): void };
  _FPDF_InitLibraryWithConfig(config: object): void;
};

const passwordError = 4;
const longestText = 64 * 1024 * 1024;

/** A PDF as PDFium reads it. The process ends with the conversion, so documents are not closed. */
export class ReadablePdf {
  readonly module: Module;
  readonly handle: number;
  readonly pageCount: number;

  private constructor(module: Module, handle: number) {
    this.module = module;
    this.handle = handle;
    this.pageCount = module._FPDF_GetPageCount(handle);
  }

  /** @throws PdfRefusal */
  static async open({ path, name }: PdfInput, key: PdfKey): Promise<ReadablePdf> {
    const bytes = await readFile(path);
    requirePdf(bytes, name);
    const module = (await PDFiumModule({})) as unknown as Module;
    module._FPDF_InitLibraryWithConfig({ version: 2 });
    const password = copied(module, Buffer.from(`${key.password}\0`));
    const handle = module._FPDF_LoadMemDocument(copied(module, bytes), bytes.length, password);
    if (handle === 0) {
      if (module._FPDF_GetLastError() === passwordError) throw wrongPassword(name, key);
      throw new PdfRefusal(`${name} is damaged, or a PDF that cannot be read`);
    }
    const document = new ReadablePdf(module, handle);
    if (document.pageCount > pagesMax) throw tooManyPages(name);
    return document;
  }

  /** From 0. Undefined when the page cannot be read. */
  withPage<T>(index: number, use: (page: number) => T): T | undefined {
    const page = this.module._FPDF_LoadPage(this.handle, index);
    if (page === 0) return undefined;
    try {
      return use(page);
    } finally {
      this.module._FPDF_ClosePage(page);
    }
  }

  /** Memory for the time of a call. */
  withMemory<T>(size: number, use: (pointer: number) => T): T {
    const pointer = this.module.wasmExports.malloc(Math.max(size, 1));
    if (pointer === 0) throw new PdfRefusal('the file needs too much memory');
    try {
      return use(pointer);
    } finally {
      this.module.wasmExports.free(pointer);
    }
  }

  bytesAt(pointer: number, size: number): Buffer {
    return Buffer.from(this.module.HEAPU8.slice(pointer, pointer + size).buffer);
  }

  /** A text of which a function tells the size first; it ends with a zero. */
  textOf(read: (pointer: number, size: number) => number, encoding: 'utf16le' | 'utf8'): string {
    const size = read(0, 0);
    if (size <= 0) return '';
    if (size > longestText) throw new PdfRefusal('a text in the file is too long');
    return this.withMemory(size, (pointer) => {
      read(pointer, size);
      return this.bytesAt(pointer, size).toString(encoding).replace(/\0+$/, '');
    });
  }

  /** The text of a page, read from a handle of its text. */
  withText<T>(page: number, use: (textPage: number) => T): T | undefined {
    const textPage = this.module._FPDFText_LoadPage(page);
    if (textPage === 0) return undefined;
    try {
      return use(textPage);
    } finally {
      this.module._FPDFText_ClosePage(textPage);
    }
  }
}

function copied(module: Module, bytes: Uint8Array): number {
  const pointer = module.wasmExports.malloc(bytes.length);
  if (pointer === 0) throw new PdfRefusal('the file needs too much memory');
  module.HEAPU8.set(bytes, pointer);
  return pointer;
}
