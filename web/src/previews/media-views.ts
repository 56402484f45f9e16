import type { BlobValue, Doc, Value } from '../api/types.ts';
import { blobOf, sizeOf } from './previewed-file.ts';

/** A file that was made of the main file of a document. */
interface MediaView {
  readonly xpath: string;
  readonly blob: BlobValue;
  readonly name: string;
}

/** What the list at that property has, such as the sizes of a picture. */
export function viewsOf({ properties }: Pick<Doc, 'properties'>, xpath: string): MediaView[] {
  const list = properties[xpath];
  if (!Array.isArray(list)) return [];
  return (list as readonly Value[]).flatMap((each, index) => {
    const item = each as Readonly<Record<string, Value>> | null;
    const blob = blobOf(item?.content);
    const name = String(item?.title ?? item?.name ?? '');
    return blob ? [{ xpath: `${xpath}/${index}/content`, blob, name }] : [];
  });
}

/** Larger pictures are shown by a view that was made of them, until the reader asks for the original. */
const largeBytes = 2_000_000;

/** The view that is shown first; undefined where that is the picture itself. */
export function firstPicture(document: Doc, original: BlobValue): MediaView | undefined {
  if (sizeOf(original) <= largeBytes) return undefined;
  return largestView(document, sizeOf(original));
}

/** For pictures that browsers do not show. */
export function largestView(document: Doc, bytesBelow = Number.POSITIVE_INFINITY) {
  const views = viewsOf(document, 'picture:views').filter(({ blob }) => sizeOf(blob) < bytesBelow);
  return (
    views.find(({ name }) => name === 'FullHD') ??
    views.find(({ name }) => name === 'Medium') ??
    undefined
  );
}
