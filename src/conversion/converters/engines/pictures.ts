import { join } from 'node:path';
import { AppError } from '../../../base/errors/app-error.ts';
import type { PictureChange } from '../../tasks/change-picture.ts';
import { type Engine, type EngineStep, numberOf, sideOf } from './engine.ts';

type Format = PictureChange['format'];

const formats: Readonly<Record<string, Format>> = {
  'image/gif': 'gif',
  'image/jpeg': 'jpeg',
  'image/png': 'png',
};

function formatOf({ to }: EngineStep): Format {
  return formats[to] ?? 'jpeg';
}

async function changed(
  step: EngineStep,
  change: Pick<PictureChange, 'size' | 'crop' | 'angle'>,
): Promise<string> {
  const format = formatOf(step);
  const file = join(step.folder, `picture.${format}`);
  await step.place.runTask('change-picture', { path: step.file.path, file, format, ...change });
  return file;
}

function sizeOf(step: EngineStep): { readonly width?: number; readonly height?: number } {
  const width = sideOf(step, 'width');
  const height = sideOf(step, 'height');
  return { ...(width && { width }), ...(height && { height }) };
}

export const pictureSize: Engine = (step) => changed(step, { size: sizeOf(step) });

const placeMax = 100_000;

export const pictureCrop: Engine = (step) => {
  const place = { min: 0, max: placeMax };
  const left = Math.round(numberOf(step, 'x', place) ?? 0);
  const top = Math.round(numberOf(step, 'y', place) ?? 0);
  const { width, height } = sizeOf(step);
  if (width === undefined || height === undefined) {
    throw new AppError(
      'conversion.parameter-invalid',
      'A part of a picture needs the parameters width and height',
    );
  }
  return changed(step, { crop: { left, top, width, height } });
};

const quarterTurn = 90;

export const pictureRotation: Engine = (step) => {
  const angle = numberOf(step, 'angle', { min: -3600, max: 3600 }) ?? quarterTurn;
  return changed(step, { angle });
};

export const picturePdf: Engine = async ({ place, file: { path }, folder }) => {
  const file = join(folder, 'picture.pdf');
  await place.runTask('picture-pdf', { path, file });
  return file;
};

const pagesMax = 100_000;

export const pagePicture: Engine = async (step) => {
  const format = formatOf(step);
  const file = join(step.folder, `page.${format}`);
  const page = Math.round(numberOf(step, 'page', { min: 1, max: pagesMax }) ?? 1);
  const { path } = step.file;
  await step.place.runTask('draw-page', { path, file, format, page, ...sizeOf(step) });
  return file;
};
