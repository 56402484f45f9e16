import { AppError } from '../../base/errors/app-error.ts';
import { mimeTypeOfFileName } from '../../content/mime-types.ts';
import type { Conversion } from '../../conversion/converters/convert.ts';
import { contentParameters } from '../replies/blob-reply.ts';

/** All others are for the converter. */
const ownNames = new Set([
  'converter',
  'type',
  'format',
  'async',
  ...contentParameters.map(({ name }) => name),
]);

const parametersMax = 50;

/** What a client wants a file to become. @throws AppError request.invalid */
export function readConversion(fields: URLSearchParams): Conversion {
  const others = [...fields].filter(([name]) => !ownNames.has(name));
  if (others.length > parametersMax) {
    throw new AppError('request.invalid', `More than ${parametersMax} parameters were sent`);
  }
  const parameters = Object.fromEntries(others);
  const converter = given(fields, 'converter');
  if (converter !== undefined) return { converter, parameters };
  const mimeType = given(fields, 'type') ?? typeOfFormat(given(fields, 'format'));
  if (mimeType !== undefined) return { mimeType, parameters };
  throw new AppError('request.invalid', 'No converter, type or format parameter specified');
}

/** Clients send parameters without a value as well. */
function given(fields: URLSearchParams, name: string): string | undefined {
  const value = fields.get(name)?.trim() ?? '';
  return value === '' ? undefined : value;
}

/** An extension of file names. */
function typeOfFormat(format: string | undefined): string | undefined {
  if (format === undefined) return undefined;
  const type = mimeTypeOfFileName(`file.${format}`);
  if (type !== undefined) return type;
  throw new AppError(
    'request.invalid',
    `format: ${format.slice(0, 50)} is no known extension; send one such as pdf, or a type`,
  );
}
