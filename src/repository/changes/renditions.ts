import { requestRenditions } from '../renditions/request-renditions.ts';
import { thumbnailSource } from '../renditions/thumbnail-source.ts';
import type { ChangeHook } from './change-hook.ts';

/** Requests what is made of the main files of documents; a job makes it after the commit. */
export const renditionsHook: ChangeHook = {
  async inserted({ handle }, inserted) {
    // The content of a proxy belongs to its target.
    const own = inserted.flatMap(({ document, isProxy }) => (isProxy ? [] : [document]));
    await requestRenditions(
      handle,
      own.flatMap((document) => thumbnailSource(document) ?? []),
    );
  },
  async saved({ handle }, { before, after }) {
    const fresh = thumbnailSource(after);
    if (!fresh) return;
    const old = thumbnailSource(before);
    if (old?.blob.key === fresh.blob.key && old.name === fresh.name) return;
    await requestRenditions(handle, [fresh]);
  },
};
