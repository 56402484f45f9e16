import { requestMedia } from '../renditions/media-work.ts';
import { replaceNoteThumbnail, requestedNoteOf } from '../renditions/note-thumbnails.ts';
import type { ChangeHook } from './change-hook.ts';

/** Requests pictures of the texts of notes; a job draws them after the commit. */
export const noteThumbnailsHook: ChangeHook = {
  async inserted({ handle }, inserted) {
    // The text of a proxy belongs to its target.
    const own = inserted.flatMap(({ document, isProxy }) => (isProxy ? [] : [document]));
    await requestMedia(
      handle,
      own.flatMap((document) => requestedNoteOf(document) ?? []),
    );
  },
  saved: ({ handle }, saved) => replaceNoteThumbnail(handle, saved),
};
