import { AppError } from '../../../base/errors/app-error.ts';
import type { WorkPlace } from '../../workshop.ts';
import type { ConversionFile, ConversionParameters } from '../conversion-file.ts';

export interface EngineStep {
  readonly place: WorkPlace;
  readonly file: ConversionFile;
  /** The type of what is to be made. */
  readonly to: string;
  /** Of this step alone, for what it makes. */
  readonly folder: string;
  readonly parameters: ConversionParameters;
}

/** Makes a file; returns its path. @throws NothingMade, AppError conversion.parameter-invalid */
export type Engine = (step: EngineStep) => Promise<string>;

interface Range {
  readonly min: number;
  readonly max: number;
}

/** @throws AppError conversion.parameter-invalid */
export function numberOf(
  { parameters }: Pick<EngineStep, 'parameters'>,
  name: string,
  { min, max }: Range,
): number | undefined {
  const text = parameters[name]?.trim() ?? '';
  if (text === '') return undefined;
  const value = Number(text);
  if (/^-?\d+(?:\.\d+)?$/.test(text) && value >= min && value <= max) return value;
  throw new AppError(
    'conversion.parameter-invalid',
    `The parameter ${name} must be a number from ${min} to ${max}, not ${text.slice(0, 50)}`,
  );
}

const sideMax = 20_000;

/** @throws AppError conversion.parameter-invalid */
export function sideOf(step: Pick<EngineStep, 'parameters'>, name: string): number | undefined {
  const value = numberOf(step, name, { min: 1, max: sideMax });
  return value === undefined ? undefined : Math.round(value);
}
