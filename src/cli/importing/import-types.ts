import type { ContentModel, DocumentShape } from '../../model/content-model.ts';
import { mainBlobXpath } from '../../model/property-access.ts';

/** The property for the text of a file, in types that have no place for a file. */
export const textXpath = 'note:note';

/** Why documents of the type cannot be made of files; undefined when they can. */
export function findFileTypeProblem(model: ContentModel, type: string): string | undefined {
  if (!model.findType(type)) return unknownType;
  const shape = model.shapeOf(type);
  if (isFolderType(shape)) return `${type} is a type of folders: choose a type of files`;
  if (shape.properties.has(mainBlobXpath) || shape.properties.has(textXpath)) return undefined;
  return `${type} has no place for a file: choose a type with ${mainBlobXpath}`;
}

/** Why documents of the type cannot be made of folders; undefined when they can. */
export function findFolderTypeProblem(model: ContentModel, type: string): string | undefined {
  if (!model.findType(type)) return unknownType;
  if (isFolderType(model.shapeOf(type))) return undefined;
  return `${type} is no type of folders: choose one with the facet Folderish`;
}

const unknownType = 'there is no such document type: correct the name';

function isFolderType({ facets }: DocumentShape): boolean {
  return facets.includes('Folderish');
}
