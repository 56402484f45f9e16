import { AppError } from '../../base/errors/app-error.ts';
import { textFormatOf } from '../../content/text-extraction/formats.ts';
import { findProgram, ProgramMissing } from '../external-program.ts';
import { type Converter, converterNamed, converters, type SimpleConverter } from './definitions.ts';
import { typeOf } from './media-type.ts';

/** One of them: the converter has precedence. */
export interface ConversionTarget {
  readonly converter?: string | undefined;
  readonly mimeType?: string | undefined;
}

interface ConversionStep {
  readonly converter: SimpleConverter;
  readonly to: string;
}

/** None where the file is the result already. */
type Steps = readonly ConversionStep[];

const html = 'text/html';
const rankOfAll = 3;

/** How closely it reads the type: 1 by its name, 2 by its family, 3 as any other; 0: not at all. */
function rankOf(from: readonly string[], type: string): number {
  if (from.includes(type)) return 1;
  if (from.includes(`${type.split('/', 1)[0]}/*`)) return 2;
  return from.includes('*') ? rankOfAll : 0;
}

/** Undefined when the converter cannot make that of the type; `to` null: whatever it makes. */
function stepsOf(converter: Converter, from: string, to: string | null): Steps | undefined {
  if (converter.from && rankOf(converter.from, from) === 0) return undefined;
  if ('chain' in converter) return stepsOfChain(converter.chain, from, to);
  if ('oneOf' in converter) {
    if (to !== null && !converter.to.includes(to)) return undefined;
    const [target = null] = converter.to;
    for (const name of converter.oneOf) {
      const steps = stepsOf(converterNamed(name), from, to ?? target);
      if (steps) return steps;
    }
    return undefined;
  }
  const targets = converter.to.map((type) => (type === '@same' ? from : type));
  const target = to ?? targets[0];
  if (target === undefined || !targets.includes(target)) return undefined;
  return converter.keepsSameType && target === from ? [] : [{ converter, to: target }];
}

function stepsOfChain(
  names: readonly string[],
  from: string,
  to: string | null,
): Steps | undefined {
  const all: ConversionStep[] = [];
  let type = from;
  for (const [index, name] of names.entries()) {
    const steps = stepsOf(converterNamed(name), type, index === names.length - 1 ? to : null);
    if (!steps) return undefined;
    all.push(...steps);
    type = steps.at(-1)?.to ?? type;
  }
  return all;
}

interface Candidate {
  readonly rank: number;
  readonly steps: Steps;
}

/** By how closely they read the type; the last one first. */
function candidatesFor(from: string, to: string): Steps[] {
  const found = converters.flatMap((converter): Candidate[] => {
    const steps = converter.byNameOnly ? undefined : stepsOf(converter, from, to);
    if (!steps) return [];
    const own = converter.from ? rankOf(converter.from, from) : 0;
    const first = steps[0] ? rankOf(steps[0].converter.from, from) : 1;
    return [{ rank: own || first, steps }];
  });
  return found
    .reverse()
    .sort((a, b) => a.rank - b.rank)
    .map(({ steps }) => steps);
}

/** Direct ways, else those through a page. */
function waysBetween(from: string, to: string): Steps[] {
  if (from === to) return [[]];
  const direct = candidatesFor(from, to);
  if (direct.length > 0 || to === html || from === html) return direct;
  const pages = candidatesFor(html, to);
  return candidatesFor(from, html).flatMap((first) => pages.map((last) => [...first, ...last]));
}

/** Texts of types that no converter names are texts all the same. */
function readAs(type: string): string {
  if (converters.some((each) => each.from?.includes(type))) return type;
  const format = textFormatOf({ mimeType: type, name: null });
  if (format === 'plain' || format === 'json') return 'text/plain';
  return format === 'xml' ? 'text/xml' : type;
}

function waysTo(from: string, { converter, mimeType }: ConversionTarget): Steps[] {
  const to = mimeType === undefined ? null : typeOf(mimeType);
  if (converter === undefined) {
    const ways = to === null ? [] : waysBetween(from, to);
    return ways.length > 0 || to === null ? ways : waysBetween(readAs(from), to);
  }
  const named = converterNamed(converter);
  const steps = stepsOf(named, from, to) ?? stepsOf(named, readAs(from), to);
  return steps ? [steps] : [];
}

async function missingProgram(steps: Steps): Promise<string | undefined> {
  for (const { converter } of steps) {
    if (converter.program && !(await findProgram(converter.program))) return converter.program;
  }
  return undefined;
}

/**
 * How a file becomes what is wanted, with the programs that the machine has.
 *
 * @throws AppError conversion.not-possible; ProgramMissing when there are ways, but not the program of any
 */
export async function findConversion(
  mimeType: string | null,
  target: ConversionTarget,
): Promise<Steps> {
  const from = typeOf(mimeType);
  const ways = waysTo(from, target);
  for (const way of ways) if ((await missingProgram(way)) === undefined) return way;
  const missing = ways[0] && (await missingProgram(ways[0]));
  if (missing !== undefined) throw new ProgramMissing(missing);
  const wanted =
    target.converter === undefined
      ? `no converter from ${from} to ${typeOf(target.mimeType ?? null)}`
      : `the converter ${target.converter} does not read ${from}${target.mimeType ? `, or does not make ${target.mimeType} of it` : ''}`;
  throw new AppError('conversion.not-possible', `The file cannot be converted: ${wanted}`);
}

/** Whether this machine can do it. */
export async function isConvertible(mimeType: string | null, to: string): Promise<boolean> {
  for (const way of waysTo(typeOf(mimeType), { mimeType: to })) {
    if ((await missingProgram(way)) === undefined) return true;
  }
  return false;
}
