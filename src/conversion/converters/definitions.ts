import { AppError } from '../../base/errors/app-error.ts';
import table from '../data/converters.json' with { type: 'json' };
import type { ConversionParameters } from './conversion-file.ts';
import type { EngineName } from './engines/index.ts';

interface AnyConverter {
  readonly name: string;
  /** Types that it reads; `image/*` stands for all of them. By default what those that it runs read. */
  readonly from?: readonly string[];
  /** Not chosen for a pair of types, of which another one makes more. */
  readonly byNameOnly?: boolean;
}

/** Makes one file of another. */
export interface SimpleConverter extends AnyConverter {
  readonly from: readonly string[];
  /** The first one where none is asked for; `@same` is the type of the file. */
  readonly to: readonly string[];
  readonly engine: EngineName;
  /** Of the machine. */
  readonly program?: string;
  /** A file that has the type already stays as it is. */
  readonly keepsSameType?: boolean;
  /** Used where the caller sends none of the name. */
  readonly parameters?: ConversionParameters;
}

/** Others one after the other. */
interface ConverterChain extends AnyConverter {
  readonly chain: readonly string[];
}

/** The first of others that reads the file. */
interface ConverterChoice extends AnyConverter {
  readonly to: readonly string[];
  readonly oneOf: readonly string[];
}

export type Converter = SimpleConverter | ConverterChain | ConverterChoice;

const groups: Readonly<Record<string, readonly string[]>> = table.groups;

/** `@writer` in a list of types stands for the group of that name. */
function withGroups(converter: Converter): Converter {
  if (!converter.from) return converter;
  return { ...converter, from: converter.from.flatMap((type) => groups[type.slice(1)] ?? [type]) };
}

/** In the order of the file: of several for the same types the last one is used. */
export const converters: readonly Converter[] = (table.converters as readonly Converter[]).map(
  withGroups,
);

const byName = new Map(converters.map((converter) => [converter.name, converter]));

/** @throws AppError conversion.not-possible */
export function converterNamed(name: string): Converter {
  const found = byName.get(name);
  if (found) return found;
  throw new AppError(
    'conversion.not-possible',
    `No converter is named ${name.slice(0, 100)}: name another one, or a type or format`,
  );
}
