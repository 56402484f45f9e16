import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { extensionOfType } from '../../content/mime-types.ts';
import type { WorkPlace } from '../workshop.ts';
import { type ConversionTarget, findConversion } from './choose.ts';
import type { ConversionFile, ConversionParameters } from './conversion-file.ts';
import { engines } from './engines/index.ts';

export interface Conversion extends ConversionTarget {
  /** Of which each converter reads its own. */
  readonly parameters?: ConversionParameters;
}

/**
 * Converts a file of the place, as whatever runs there: the result is a file of the place too, and may be the
 * file itself.
 *
 * @throws AppError conversion.not-possible, conversion.parameter-invalid; ProgramMissing; NothingMade
 */
export async function convertIn(
  place: WorkPlace,
  file: ConversionFile,
  { parameters = {}, ...target }: Conversion,
): Promise<ConversionFile> {
  let made = file;
  for (const { converter, to } of await findConversion(file.mimeType, target)) {
    const path = await engines[converter.engine]({
      place,
      file: made,
      to,
      folder: await mkdtemp(join(place.out, 'step-')),
      parameters: { ...converter.parameters, ...parameters },
    });
    const encoding = to.startsWith('text/') ? 'UTF-8' : null;
    made = { path, mimeType: to, name: renamed(file.name, to), encoding };
  }
  return made;
}

function renamed(name: string | null, mimeType: string): string {
  const base = (name ?? 'file').replace(/\.[^./\\]{1,10}$/, '');
  const extension = extensionOfType(mimeType);
  return extension === undefined ? base : `${base}.${extension}`;
}
