import { iconOfType } from '../../content/type-icons.ts';
import type { DocumentShape } from '../../model/content-model.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue, type Properties } from '../../model/value.ts';

const iconKey = 'common:icon';

/** The icon for the type of the main file among the given properties, unless one is given with it. */
export function iconOfFile({ properties }: DocumentShape, given: Properties): Properties {
  const file = given[mainBlobXpath];
  if (!isBlobValue(file) || given[iconKey] || !properties.has(iconKey)) return {};
  return { [iconKey]: `/icons/${iconOfType(file.mimeType)}` };
}
