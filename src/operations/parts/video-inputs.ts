import { optional } from '../../automation/define.ts';
import { operationFailed } from '../../automation/operation-error.ts';
import { OperationBlob, type WorkingDocument } from '../../automation/values.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { getAtXpath, mainBlobXpath } from '../../model/property-access.ts';
import { isBlobValue } from '../../model/value.ts';
import { getFileXpath } from '../../repository/attachments/attached-blobs.ts';

export const xpathParam = optional(
  'string',
  'Where the video is in documents; the main file by default.',
);

/** @throws AppError operation.failed where there is no file, property.invalid */
export function videoOf(document: WorkingDocument, given: string | null): OperationBlob {
  const place = getFileXpath(document.shape, given?.trim() || mainBlobXpath);
  const blob = getAtXpath(document.properties, place);
  if (isBlobValue(blob)) return OperationBlob.stored(blob, { document, xpath: place.text });
  throw operationFailed(`xpath: the document ${document.name} has no file at ${place.text}`);
}

/**
 * Seconds of a time such as 90, 1:30 or 00:01:30.5; null when it is not given.
 *
 * @throws AppError operation.parameter-invalid
 */
export function secondsOf(name: string, text: string | null): number | null {
  const given = text?.trim() ?? '';
  if (given === '') return null;
  if (!/^(?:\d{1,3}:){0,2}\d{1,7}(?:\.\d{1,6})?$/.test(given)) {
    const shown = given.slice(0, 50);
    throw invalid(
      `${name}: ${shown} is no time; give seconds such as 90, or hours, minutes and seconds such as 00:01:30`,
    );
  }
  return given.split(':').reduce((sum, part) => sum * 60 + Number(part), 0);
}

/** As `secondsOf`, for times that last. */
export function lengthOf(name: string, text: string | null): number | null {
  const seconds = secondsOf(name, text);
  if (seconds === 0) throw invalid(`${name}: must be longer than 0 seconds`);
  return seconds;
}

/** @throws AppError operation.parameter-invalid */
export function invalid(message: string): AppError {
  return new AppError('operation.parameter-invalid', `Parameter ${message}`);
}

/** `film.mp4` with the ending `-1` and another extension: `film-1.webm`. */
export function nameOf(video: OperationBlob, ending: string, extension: string): string {
  const base = (video.name ?? 'video').replace(/\.[^./\\]{1,10}$/, '');
  return `${base}${ending}.${extension}`;
}
