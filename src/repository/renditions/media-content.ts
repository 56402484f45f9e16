import { isReadablePicture, thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import type { VideoConversionName } from '../../content/video-conversions.ts';

import { type Document, hasFacet, isProxy } from '../../model/document.ts';
import { mainBlobXpath } from '../../model/property-access.ts';
import {
  type BlobValue,
  isBlobValue,
  type Properties,
  type PropertyValue,
} from '../../model/value.ts';

/** What is computed from the main file of a document and stored in its properties. */
interface MediaContent {
  readonly kind: MediaKind;
  readonly blob: BlobValue;
}

interface MediaDefinition {
  /** The facet of the documents. */
  readonly facet: string;
  isReadable(blob: BlobValue): boolean;
  /** The properties that describe the present file, and mean nothing for another one. */
  readonly properties: readonly string[];
}

/** A further kind is added here, and its work in `jobs/media`. */
const definitions = {
  picture: {
    facet: 'Picture',
    isReadable: isReadablePicture,
    properties: ['picture:views', 'picture:info'],
  },
  video: {
    facet: 'Video',
    isReadable: (blob) => thumbnailFormatOf(blob) === 'video',
    properties: ['vid:info', 'vid:storyboard', 'vid:transcodedVideos', 'picture:views'],
  },
  audio: {
    facet: 'Audio',
    isReadable: (blob) => thumbnailFormatOf(blob) === 'audio',
    properties: ['aud:duration'],
  },
} as const satisfies Record<string, MediaDefinition>;

export type MediaKind = keyof typeof definitions;

/** Conversions of a video are requested one by one, once its other values are there. The text of a note is drawn. */
export type MediaWorkKind = MediaKind | VideoConversionName | 'note';

const kinds = Object.keys(definitions) as MediaKind[];

function definitionOf(kind: MediaKind): MediaDefinition {
  return definitions[kind];
}

/** Undefined for proxies and versions, which show what their documents had, and without such a file. */
export function mediaContentOf(document: Document): MediaContent | undefined {
  if (document.isVersion || isProxy(document)) return undefined;
  const blob = document.properties[mainBlobXpath];
  if (!isBlobValue(blob)) return undefined;
  const kind = kinds.find((each) => {
    const { facet, isReadable } = definitionOf(each);
    return hasFacet(document, facet) && isReadable(blob);
  });
  return kind && { kind, blob };
}

/** Whether they are pictures as well, which serve as thumbnails. */
export function hasViews(kind: MediaKind): boolean {
  return definitionOf(kind).properties.includes('picture:views');
}

/** Whether the values of the present file are there, computed or given by a client. */
export function hasMediaValues({ properties }: Document, kind: MediaKind): boolean {
  return definitionOf(kind).properties.some((key) => isFilled(properties[key]));
}

function isFilled(value: PropertyValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null;
}

/** The properties after a change, without those that describe the file that the document had before. */
export function withoutStaleMedia(before: Document, after: Document): Properties {
  const old = before.properties[mainBlobXpath];
  const fresh = after.properties[mainBlobXpath];
  if (!isBlobValue(old) || (isBlobValue(fresh) && fresh.key === old.key)) return after.properties;
  const stale = kinds
    .filter((kind) => hasFacet(before, definitionOf(kind).facet))
    .flatMap((kind) => definitionOf(kind).properties)
    .filter((key) => isFilled(after.properties[key]))
    .filter((key) => after.properties[key] === before.properties[key]);
  if (stale.length === 0) return after.properties;
  const kept = Object.entries(after.properties).filter(([key]) => !stale.includes(key));
  return Object.fromEntries(kept);
}
