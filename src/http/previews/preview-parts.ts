import { convertIn } from '../../conversion/converters/convert.ts';
import { codeLanguageOf } from '../../conversion/previews/code-language.ts';
import { pdfType } from '../../conversion/previews/shown-as.ts';
import type { AttachmentParams, TakenAttachment } from '../../conversion/tasks/mail-attachment.ts';
import type {
  FragmentKind,
  FragmentParams,
  MadeFragment,
} from '../../conversion/tasks/preview-fragment.ts';
import type { ResizedPicture } from '../../conversion/tasks/resize-picture.ts';
import type { WorkPlace } from '../../conversion/workshop.ts';
import type { BlobValue } from '../../model/value.ts';

/** A file in the folder of a conversion. */
export interface MadeFile {
  readonly path: string;
  readonly name: string | null;
  readonly mimeType: string;
}

/** Something that is made of a content for its preview, once for all documents that have it. */
export interface PreviewPart {
  /** Names all that the result depends on, apart from the content. */
  readonly name: string;
  make(place: WorkPlace): Promise<MadeFile>;
}

type FileFacts = Pick<BlobValue, 'name' | 'mimeType' | 'encoding'>;

/** Raised when other HTML is made of the same file. */
export const edition = 1;

function partName(...words: readonly (string | number | null)[]): string {
  return ['preview', edition, ...words.map((word) => word ?? '')].join('/');
}

/** The body of the page. */
export function fragmentPart(
  kind: FragmentKind,
  { name, mimeType, encoding }: FileFacts,
): PreviewPart {
  const language = kind === 'text' ? codeLanguageOf({ name, mimeType }) : undefined;
  return {
    name: partName('page', kind, language ?? null, encoding),
    async make(place) {
      const params: FragmentParams = { kind, name, mimeType, encoding };
      const { file } = (await place.runTask('preview-fragment', params)) as MadeFragment;
      return { path: file, name: null, mimeType: 'text/html' };
    },
  };
}

/** The longer side of a picture that is made for browsers. */
const sideMax = 2_000;

/** A picture in a format that browsers show. */
export const picturePart: PreviewPart = {
  name: partName('image'),
  async make(place) {
    const params = { width: sideMax, height: sideMax, format: 'webp' };
    const { file } = (await place.runTask('resize-picture', params)) as ResizedPicture;
    return { path: file, name: 'image.webp', mimeType: 'image/webp' };
  },
};

/** A file for the viewer that is not a PDF. */
export function pdfPart({ name, mimeType, encoding }: FileFacts): PreviewPart {
  return {
    name: partName('pdf', mimeType, encoding),
    async make(place) {
      const file = { path: place.inputs[0] ?? '', name, mimeType, encoding };
      const made = await convertIn(place, file, { mimeType: pdfType });
      return { path: made.path, name: made.name, mimeType: pdfType };
    },
  };
}

/** A file attached to a mail. */
export function attachmentPart(index: number): PreviewPart {
  return {
    name: partName('attachment', index),
    async make(place) {
      const params: AttachmentParams = { index };
      const taken = (await place.runTask('mail-attachment', params)) as TakenAttachment;
      return { path: taken.file, name: taken.name, mimeType: taken.mimeType };
    },
  };
}
