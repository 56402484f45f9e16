import { readPropertyValues } from '../../automation/property-values.ts';
import { AppError, isAppError } from '../../base/errors/app-error.ts';
import type { StoredValueFinder } from '../../entities/sent-references.ts';
import type { ContentModel, DocumentShape } from '../../model/content-model.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import { findXpath, type Xpath } from '../../model/xpath.ts';
import { type DescribedValue, type Description, placeOf } from './description.ts';
import { isKnownXpath, unknownProperty } from './metadata-files.ts';
import { SourceError } from './source-file.ts';

export interface DescriptionReader {
  readonly model: ContentModel;
  /** For values that are given as entries of directories. */
  readonly findStoredValues: StoredValueFinder;
}

interface Described {
  readonly properties: Properties;
  /** Those among them that an import otherwise sets by itself. */
  readonly kept: Properties;
}

const authorship = new Set([
  'dc:created',
  'dc:modified',
  'dc:creator',
  'dc:lastContributor',
  'dc:contributors',
]);

/**
 * The values as properties of a document of the shape, converted like those that clients send.
 * `present` has the properties that are set apart from them.
 *
 * @throws SourceError naming the place and the remedy
 */
export async function readDescription(
  reader: DescriptionReader,
  { values }: Description,
  target: { readonly shape: DocumentShape; readonly present: Properties },
): Promise<Described> {
  let current = target.present;
  const read: Record<string, PropertyValue> = {};
  for (const value of values) {
    const xpath = requireXpath(reader, value, target.shape);
    const converted = await convert(reader, value, { shape: target.shape, current });
    for (const [key, result] of Object.entries(converted)) {
      if (result !== undefined) read[key] = result;
    }
    current = {
      ...current,
      ...converted,
      [xpath.definition.key]: read[xpath.definition.key] ?? null,
    };
  }
  const kept = Object.entries(read).filter(([key]) => authorship.has(key));
  return { properties: read, kept: Object.fromEntries(kept) };
}

function requireXpath(
  { model }: DescriptionReader,
  value: DescribedValue,
  shape: DocumentShape,
): Xpath {
  const xpath = findXpath(shape, value.xpath);
  if (!xpath) {
    const reason = isKnownXpath(model, value.xpath)
      ? `documents of type ${shape.type.name} have no such property: leave it empty or choose another type`
      : unknownProperty;
    throw new SourceError(new Error(`${placeOf(value)}: ${reason}`));
  }
  if (xpath.field.type === 'blob') throw noFiles(value);
  return xpath;
}

function noFiles(value: DescribedValue): SourceError {
  return new SourceError(
    new Error(`${placeOf(value)}: files cannot be given here: put the file into the folder`),
  );
}

async function convert(
  { model, findStoredValues }: DescriptionReader,
  value: DescribedValue,
  { shape, current }: { readonly shape: DocumentShape; readonly current: Properties },
): Promise<Properties> {
  try {
    return await readPropertyValues(new Map([[value.xpath, value.value]]), {
      model,
      shape,
      current,
      baseUrl: '',
      findStoredValues,
      resolveBlob: () => {
        throw new AppError('property.invalid', 'files cannot be given here');
      },
    });
  } catch (error) {
    if (!isAppError(error) || error.status >= 500) throw error;
    throw new SourceError(new Error(`${placeOf(value)}: ${error.message}`));
  }
}
