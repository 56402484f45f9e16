import { NothingMade } from '../../conversion/external-program.ts';
import { inspectMedia } from '../../conversion/media/media-info.ts';
import type { MediaHandler } from './media-work.ts';

/** How long a sound is, in whole seconds. */
export const audioHandler: MediaHandler = {
  compute: (file, desk) =>
    desk.work(file, async (place) => {
      const { duration } = await inspectMedia(place, place.inputs[0] ?? '');
      if (duration === null) throw new NothingMade('the file does not say how long it is');
      return { properties: { 'aud:duration': Math.round(duration) }, defaults: {} };
    }),
};
