import {
  Archive,
  Bookmark,
  Building2,
  File,
  FileSpreadsheet,
  FileText,
  Film,
  Folder,
  Image,
  Library,
  type LucideIcon,
  Music,
} from 'lucide-react';
import type { Doc } from '../api/types.ts';

const iconsByType: Readonly<Record<string, LucideIcon>> = {
  Domain: Building2,
  Workspace: Library,
  Collection: Bookmark,
  Favorites: Bookmark,
  Note: FileText,
};

const iconsByFacet: readonly (readonly [string, LucideIcon])[] = [
  ['Picture', Image],
  ['Video', Film],
  ['Audio', Music],
  ['Collection', Bookmark],
  ['Folderish', Folder],
];

const iconsByContent: readonly (readonly [RegExp, LucideIcon])[] = [
  [/^image\//, Image],
  [/^video\//, Film],
  [/^audio\//, Music],
  [/spreadsheet|excel|csv/, FileSpreadsheet],
  [/zip|compressed|tar$/, Archive],
  [/^text\/|pdf|word|opendocument\.text|presentation/, FileText],
];

function iconOf({ type, facets, properties }: Doc): LucideIcon {
  const byType = iconsByType[type] ?? iconsByFacet.find(([facet]) => facets.includes(facet))?.[1];
  if (byType) return byType;
  const file = properties['file:content'];
  const mimeType = typeof file === 'object' && file && 'mime-type' in file && file['mime-type'];
  return iconsByContent.find(([pattern]) => pattern.test(String(mimeType)))?.[1] ?? File;
}

interface Props {
  readonly document: Doc;
  readonly size?: number;
}

/** What kind of document it is. Its type is in the texts beside it. */
export function KindIcon({ document, size = 20 }: Props) {
  const Icon = iconOf(document);
  return <Icon aria-hidden size={size} strokeWidth={size > 30 ? 1.1 : 1.6} />;
}
