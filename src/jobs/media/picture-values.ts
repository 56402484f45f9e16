import { pictureConversions, viewFileName } from '../../content/picture-conversions.ts';
import { thumbnailFormatOf } from '../../content/thumbnail-format.ts';
import { heifPictureAt } from '../../conversion/heif-picture.ts';
import type { MadeViews, PictureInfo } from '../../conversion/tasks/picture-views.ts';
import type { BlobValue, ComplexValue, Properties } from '../../model/value.ts';
import { embeddedProperties } from './embedded-properties.ts';
import type { MediaHandler } from './media-work.ts';

/** Views and a description of a picture, and what its camera or author has written into the file. */
export const pictureHandler: MediaHandler = {
  compute: (file, desk) =>
    desk.work(file, async (place) => {
      const wanted = pictureConversions.map(({ title, sideMax }) => ({ title, sideMax }));
      const isHeif = thumbnailFormatOf(file.blob) === 'heif';
      const decoded = isHeif ? { decoded: await heifPictureAt(place) } : {};
      const params = { views: wanted, ...decoded };
      const made = (await place.runTask('picture-views', params)) as MadeViews;
      const views: ComplexValue[] = [];
      for (const { title, file: path, info } of made.views) {
        const name = viewFileName(title, file.blob.name);
        const naming = { name, mimeType: 'image/jpeg', encoding: null };
        const content = path === null ? { ...file.blob, ...naming } : await desk.keep(path, naming);
        views.push(viewOf(title, content, info));
      }
      const { properties, defaults } = embeddedProperties(made.embedded);
      const values: Properties = {
        ...properties,
        'picture:info': { ...made.info },
        'picture:views': views,
      };
      return { properties: values, defaults, eventId: 'pictureViewsGenerationDone' };
    }),
};

/** As it is stored. */
export function viewOf(title: string, content: BlobValue, info: PictureInfo): ComplexValue {
  const { width, height } = info;
  const description = pictureConversions.find((each) => each.title === title)?.description ?? null;
  const filename = content.name;
  return { title, description, tag: null, height, width, filename, content, info: { ...info } };
}
