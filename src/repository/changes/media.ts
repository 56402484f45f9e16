import type { Document } from '../../model/document.ts';
import { hasMediaValues, mediaContentOf } from '../renditions/media-content.ts';
import { cancelMedia, requestMedia } from '../renditions/media-work.ts';
import type { ChangeHook } from './change-hook.ts';

/**
 * Requests what is computed from the main files of pictures and other media and stored in the documents; a
 * job does it after the commit. Copies and imports that bring these values keep them.
 */
export const mediaHook: ChangeHook = {
  async inserted({ handle }, inserted) {
    await requestMedia(
      handle,
      inserted.flatMap(({ document }) => wantedOf(document)),
    );
  },
  async saved({ handle }, { before, after }) {
    const old = mediaContentOf(before);
    const fresh = mediaContentOf(after);
    if (old?.kind === fresh?.kind && old?.blob.key === fresh?.blob.key) return;
    if (old && old.kind !== fresh?.kind) await cancelMedia(handle, after.id, old.kind);
    // Values of the old file are gone by now: those that are there came with the new file.
    await requestMedia(handle, wantedOf(after));
  },
};

function wantedOf(document: Document) {
  const content = mediaContentOf(document);
  if (!content || hasMediaValues(document, content.kind)) return [];
  return [{ documentId: document.id, ...content }];
}
