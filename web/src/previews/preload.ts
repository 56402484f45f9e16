import type { QueryClient } from '@tanstack/react-query';
import { blobUrl, textQuery } from '../api/previews.ts';
import type { Doc } from '../api/types.ts';
import { firstPicture } from './media-views.ts';
import { previewedFileOf, sizeOf } from './previewed-file.ts';

/** Loads what the preview of a neighbour begins with, where that is small: the browser keeps the file. */
export function preload(client: QueryClient, document: Doc): void {
  const file = previewedFileOf(document);
  if (!file?.blob) return;
  const isText = file.family === 'text' || file.family === 'markdown';
  if (isText && sizeOf(file.blob) > 0) {
    void client.prefetchQuery(textQuery(document, 'file:content'));
  }
  if (file.family !== 'picture') return;
  const view = firstPicture(document, file.blob);
  new Image().src = blobUrl(document, view?.xpath ?? 'file:content');
}
