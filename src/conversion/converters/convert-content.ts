import { conversionError } from '../conversion-error.ts';
import type { Workbench, WorkInput } from '../workshop.ts';
import { findConversion } from './choose.ts';
import type { ConversionFile } from './conversion-file.ts';
import { type Conversion, convertIn } from './convert.ts';

/** A content with its declared properties. */
interface ConversionSource extends WorkInput, Omit<ConversionFile, 'path'> {}

interface ContentOptions<T> {
  readonly signal?: AbortSignal | undefined;
  /** Takes what was made, of which nothing is left when it ends. */
  use(made: ConversionFile): Promise<T>;
}

/**
 * Refuses what cannot be done before it is begun.
 *
 * @throws AppError conversion.not-possible, conversion.program-missing
 */
export async function checkConversion(
  { mimeType }: Pick<ConversionSource, 'mimeType'>,
  conversion: Conversion,
): Promise<void> {
  try {
    await findConversion(mimeType, conversion);
  } catch (error) {
    throw conversionError(error);
  }
}

/**
 * Converts one content in a folder of its own. Undefined when it is the result already.
 *
 * @throws AppError conversion.*; what `open` and `use` throw
 */
export async function convertContent<T>(
  workbench: Workbench,
  source: ConversionSource,
  { conversion, signal, use }: ContentOptions<T> & { readonly conversion: Conversion },
): Promise<T | undefined> {
  try {
    const steps = await findConversion(source.mimeType, conversion);
    if (steps.length === 0) return undefined;
    const { mimeType, name, encoding } = source;
    return await workbench.work(
      [source],
      async (place) => {
        const [path = ''] = place.inputs;
        return use(await convertIn(place, { path, mimeType, name, encoding }, conversion));
      },
      signal ? { signal } : {},
    );
  } catch (error) {
    throw conversionError(error);
  }
}
