import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  type ExternalFile,
  findProgram,
  NothingMade,
  outputOf,
  withFile,
} from './external-program.ts';
import { conversionLimits } from './limits.ts';

/**
 * An office file as PDF.
 *
 * @throws NothingMade naming the program when it is not installed, or when it cannot read the file
 */
export async function officePdf(file: ExternalFile): Promise<Buffer> {
  const program = await findProgram('soffice');
  if (program === undefined) {
    throw new NothingMade('the program soffice (LibreOffice) is not installed');
  }
  const { content, confinement, signal } = file;
  return withFile(content, signal, async (path, folder) => {
    const out = join(folder, 'out');
    const command = [program, ...officeArguments(path, { folder, out, to: 'pdf' })];
    const bounds = { fileBytesMax: conversionLimits.inputBytesMax, outputBytesMax: 64 * 1024 };
    await outputOf({ command, folder, confinement, signal, ...bounds });
    try {
      return await readFile(join(out, 'file.pdf'));
    } catch (error) {
      const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      throw isMissing ? new NothingMade('LibreOffice cannot read it') : error;
    }
  });
}

/** Without windows, and without what it keeps from one run to the next. */
export const officeFlags = [
  '--headless',
  '--norestore',
  '--nolockcheck',
  '--nodefault',
  '--nofirststartwizard',
] as const;

/** A profile of its own: several may run, and nothing of one file is left for the next. */
export function officeArguments(
  path: string,
  { folder, out, to }: { readonly folder: string; readonly out: string; readonly to: string },
): readonly string[] {
  const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
  return [profile, ...officeFlags, '--convert-to', to, '--outdir', out, path];
}
