/** A file of a conversion, as messages name it. */
export interface PdfInput {
  readonly path: string;
  readonly name: string;
}

/** What opens an encrypted file. */
export interface PdfKey {
  readonly password: string;
  /** The parameter that gives it; null where the operation has none. */
  readonly parameter: string | null;
}

/** Says in words of our own what is wrong with a file, or with what is asked of it. */
export class PdfRefusal extends Error {}

export class NoPdf extends PdfRefusal {}

/** Of a PDF that is changed, or of which texts and links are read. */
export const pagesMax = 10_000;

const headBytes = 1024;

/** @throws NoPdf */
export function requirePdf(bytes: Uint8Array, name: string): void {
  // Other bytes may precede it, as in files that were taken out of mails.
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');
  if (!head.includes('%PDF-')) throw new NoPdf(`${name} is no PDF`);
}

export function wrongPassword(name: string, { password, parameter }: PdfKey): PdfRefusal {
  if (parameter === null) {
    return new PdfRefusal(`${name} is encrypted: remove that first, with PDF.RemoveEncryption`);
  }
  if (password === '') return new PdfRefusal(`${name} is encrypted: give its ${parameter}`);
  return new PdfRefusal(`Parameter ${parameter}: ${name} has another password`);
}

export function tooManyPages(name: string): PdfRefusal {
  return new PdfRefusal(`${name} has more than ${pagesMax} pages`);
}

/**
 * Messages of the libraries are about their own code.
 *
 * @throws PdfRefusal for what `work` throws
 */
export async function refusing<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PdfRefusal) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PdfRefusal(`${name} is damaged, or a PDF that cannot be read (${reason})`);
  }
}
