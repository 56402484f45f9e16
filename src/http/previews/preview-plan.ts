import { AppError } from '../../base/errors/app-error.ts';
import type { FragmentKind } from '../../conversion/tasks/preview-fragment.ts';
import {
  attachmentPart,
  fragmentPart,
  type PreviewPart,
  pdfPart,
  picturePart,
} from './preview-parts.ts';
import type { PreviewedFile } from './preview-source.ts';

type FragmentFile = PreviewedFile & { readonly kind: FragmentKind };

const fragmentKinds: ReadonlySet<string> = new Set<FragmentKind>([
  'archive',
  'html',
  'mail',
  'markdown',
  'table',
  'text',
]);

/** Whether the page has HTML that is made of the file, and not an element that loads a companion file. */
export function isFragmentFile(file: PreviewedFile): file is FragmentFile {
  return fragmentKinds.has(file.kind);
}

/** Companion files that are the file itself. */
const ownCompanions: Readonly<Record<string, string>> = {
  audio: 'audio',
  pdf: 'pdf',
  picture: 'image',
  video: 'video',
};

/** Companion files that are made of the file before their page is sent. */
const madeCompanions: Readonly<
  Record<
    string,
    { readonly name: string; readonly part: (blob: PreviewedFile['blob']) => PreviewPart }
  >
> = {
  office: { name: 'pdf', part: pdfPart },
  scan: { name: 'image', part: () => picturePart },
};

const attachmentName = /^attachment-(0|[1-9]\d{0,3})$/;

/**
 * What has to be made for the page (without a name) or the companion file of the name; undefined when
 * it is the file itself.
 *
 * @throws AppError resource.not-found for other names
 */
export function neededPart(file: PreviewedFile, name: string): PreviewPart | undefined {
  const { kind, blob } = file;
  if (name === '' && isFragmentFile(file)) return fragmentPart(file.kind, blob);
  const made = madeCompanions[kind];
  if (made && (name === '' || name === made.name)) return made.part(blob);
  const own = ownCompanions[kind];
  if (own !== undefined && (name === '' || name === own)) return undefined;
  const index = kind === 'mail' ? attachmentName.exec(name)?.[1] : undefined;
  if (index !== undefined) return attachmentPart(Number(index));
  throw noCompanion(name);
}

export function noCompanion(name: string): AppError {
  return new AppError('resource.not-found', `The preview has no file ${name.slice(0, 200)}`);
}
