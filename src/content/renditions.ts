import { AppError } from '../base/errors/app-error.ts';
import { type Document, hasFacet } from '../model/document.ts';
import { mainBlobXpath } from '../model/property-access.ts';
import { type BlobValue, isBlobValue, isComplexValue } from '../model/value.ts';
import file from './data/renditions.json' with { type: 'json' };
import { normalizeMimeType } from './mime-types.ts';
import { iconOfType } from './type-icons.ts';

/** Which documents have the rendition: all of these conditions hold. */
interface RenditionNeeds {
  /** One of them. */
  readonly facets?: readonly string[];
  readonly withoutFacets?: readonly string[];
  /** The type of the main file, also as `image/*`. */
  readonly mainFileTypes?: readonly string[];
}

interface RenditionDefinition {
  readonly name: string;
  /** Empty when it has none. */
  readonly kind: string;
  /** File name; of renditions without one, that of the type of their file. */
  readonly icon: string | null;
  /** Null for that of the document's own file. */
  readonly mimeType: string | null;
  /** Whether lists of renditions have it. */
  readonly isVisible: boolean;
  readonly needs: RenditionNeeds;
  /** The chain that makes it, of what is on top of the stack: the document, or its main file. */
  readonly chain?: string;
  /** What that chain makes of the main file alone: it is kept for all documents with that file. */
  readonly converter?: string;
  /** The property that has it, or the thumbnail. */
  readonly storedIn?: 'picture:views' | 'vid:transcodedVideos' | 'thumbnail';
}

const definitions = file.renditions as readonly RenditionDefinition[];
const byName = new Map(definitions.map((definition) => [definition.name, definition]));

/** A file in a property of a document. */
export interface PlacedFile {
  readonly blob: BlobValue;
  readonly xpath: string;
}

/** A rendition that a document has. */
interface Rendition extends RenditionDefinition {
  /** The file, where a property of the document has it. */
  readonly stored?: PlacedFile;
}

/** All renditions of the document, in the order of the definitions. */
export function renditionsOf(document: Document): readonly Rendition[] {
  return definitions.flatMap((definition) => applied(document, definition) ?? []);
}

/** @throws AppError resource.not-found when there is no such rendition, or the document does not have it */
export function getRenditionOf(document: Document, name: string): Rendition {
  const definition = byName.get(name);
  const rendition = definition && applied(document, definition);
  if (rendition) return rendition;
  const problem = definition
    ? `The document ${document.id} of type ${document.type} has no rendition ${name}`
    : `No rendition is named ${name.slice(0, 200)}`;
  const names = renditionsOf(document).map((each) => each.name);
  throw new AppError('resource.not-found', `${problem}; it has ${names.join(', ')}`);
}

/** Undefined for renditions that no converter makes. */
export function converterOfRendition(name: string): string | undefined {
  return byName.get(name)?.converter;
}

/** File name of the icon. */
export function iconOfRendition({ icon, mimeType, stored }: Rendition): string {
  return icon ?? iconOfType(stored?.blob.mimeType ?? mimeType);
}

/** What a download or publication of a document gives when no rendition is named; undefined: none. */
export function defaultRenditionName(
  document: Document,
  reason: string | null,
): string | undefined {
  if (reason === 'download') {
    if (isContainer(document)) return 'containerDefaultRendition';
    if (hasMainFile(document)) return 'mainBlob';
    return isNote(document) ? 'pdf' : 'xmlExport';
  }
  if (reason === 'publish') {
    if (document.type === 'File' || document.type === 'Note') return 'pdf';
    return hasMainFile(document) ? 'mainBlob' : undefined;
  }
  return 'xmlExport';
}

/** Whether a download of the document is an archive of others. */
export function isContainer(document: Document): boolean {
  return hasFacet(document, 'Folderish') || hasFacet(document, 'Collection');
}

/** Whether the text of the document stands for its main file. */
export function isNote({ shape }: Document): boolean {
  return shape.properties.has('note:note');
}

function hasMainFile({ shape }: Document): boolean {
  return shape.properties.has(mainBlobXpath);
}

function applied(document: Document, definition: RenditionDefinition): Rendition | undefined {
  const { needs, storedIn, name } = definition;
  const { facets, withoutFacets = [], mainFileTypes } = needs;
  if (facets && !facets.some((facet) => hasFacet(document, facet))) return undefined;
  if (withoutFacets.some((facet) => hasFacet(document, facet))) return undefined;
  if (mainFileTypes && !isOfType(mainFileType(document), mainFileTypes)) return undefined;
  if (storedIn === undefined || storedIn === 'thumbnail') return definition;
  const stored = storedFile(document, storedIn, name);
  return stored && { ...definition, stored };
}

/** Undefined when the document has no main file. */
function mainFileType(document: Document): string | undefined {
  const { 'note:mime_type': noteType, [mainBlobXpath]: blob } = document.properties;
  if (isNote(document)) return typeof noteType === 'string' && noteType ? noteType : 'text/plain';
  return isBlobValue(blob) ? (blob.mimeType ?? '') : undefined;
}

function isOfType(mimeType: string | undefined, types: readonly string[]): boolean {
  if (mimeType === undefined) return false;
  const type = normalizeMimeType(mimeType);
  return types.includes(type) || types.includes(type.replace(/\/.*$/, '/*'));
}

/** Items of these lists have the name of the rendition, which clients call title in one of them. */
function storedFile(
  { properties }: Document,
  key: 'picture:views' | 'vid:transcodedVideos',
  name: string,
): PlacedFile | undefined {
  const items = properties[key];
  if (!Array.isArray(items)) return undefined;
  const index = items.findIndex(
    (item) => isComplexValue(item) && (item.title ?? item.name) === name,
  );
  const blob = items[index]?.content;
  return isBlobValue(blob) ? { blob, xpath: `${key}/${index}/content` } : undefined;
}
