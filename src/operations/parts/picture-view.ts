import type { Document } from '../../model/document.ts';
import type { LocatedBlob } from '../../model/property-access.ts';
import { isBlobValue, isComplexValue } from '../../model/value.ts';

const viewsKey = 'picture:views';

/** The file of a view of a picture, by the title of the view. */
export function pictureView({ properties }: Document, title: string): LocatedBlob | undefined {
  const views = properties[viewsKey];
  if (!Array.isArray(views)) return undefined;
  const at = views.findIndex((view) => isComplexValue(view) && view.title === title);
  const view = views[at];
  if (!isComplexValue(view) || !isBlobValue(view.content)) return undefined;
  return { xpath: `${viewsKey}/${at}/content`, blob: view.content };
}
