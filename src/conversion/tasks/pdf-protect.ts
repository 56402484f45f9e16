import type { PDFDocument } from '@cantoo/pdf-lib';
import { type PdfKey, refusing } from './pdf/pdf-input.ts';
import { type MadePdf, openWritable, savePdf } from './pdf/writable-pdf.ts';
import type { TaskFolder } from './task-folder.ts';

type EncryptOptions = Parameters<PDFDocument['encrypt']>[0];

/** What a reader that opens the file with the password for users may do. */
export type PdfPermissions = NonNullable<EncryptOptions['permissions']>;

export interface ProtectParams {
  readonly name: string;
  readonly key: PdfKey;
  /** Null removes the encryption. */
  readonly protection: {
    readonly ownerPassword: string;
    readonly userPassword: string;
    readonly keyLength: keyof typeof algorithms;
    readonly permissions: PdfPermissions;
  } | null;
}

/** By the bits of their keys. */
const algorithms = { 40: 'RC4-40', 128: 'AES-128', 256: 'AES-256' } as const;

/** The same PDF, encrypted or not. */
export async function run(
  { inputs: [path = ''], out }: TaskFolder,
  { name, key, protection }: ProtectParams,
): Promise<MadePdf> {
  const { document } = await openWritable({ path, name }, key);
  return refusing(name, async () => {
    if (protection) {
      const { keyLength, ...options } = protection;
      const algorithm = algorithms[keyLength];
      document.encrypt({ ...options, algorithm, allowWeakCryptography: keyLength === 40 });
    }
    return savePdf(document, out);
  });
}
