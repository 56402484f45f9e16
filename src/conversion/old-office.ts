import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { OldOfficeFormat } from '../content/text-extraction/formats.ts';
import { NothingMade } from './external-program.ts';
import { officeArguments } from './office-pdf.ts';
import type { WorkPlace } from './workshop.ts';

const targets: Readonly<Record<OldOfficeFormat, string>> = { doc: 'odt', ppt: 'odp', xls: 'ods' };

interface OpenDocumentFile {
  readonly path: string;
  readonly sizeBytes: number;
}

/**
 * The only file of the place as OpenDocument.
 *
 * @throws NothingMade when LibreOffice is not installed or cannot read it
 */
export async function openDocumentOf(
  place: WorkPlace,
  format: OldOfficeFormat,
): Promise<OpenDocumentFile> {
  const [input = ''] = place.inputs;
  const { folder, out } = place;
  const to = targets[format];
  await place.runProgram('soffice', officeArguments(input, { folder, out, to }));
  const path = join(out, `${basename(input)}.${to}`);
  const made = await stat(path).catch(() => undefined);
  if (!made) throw new NothingMade('LibreOffice cannot read it');
  return { path, sizeBytes: made.size };
}
