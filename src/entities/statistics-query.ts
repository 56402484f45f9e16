import { AppError } from '../base/errors/app-error.ts';
import type {
  StatisticsBound,
  StatisticsCondition,
  StatisticsRange,
  StatisticsValue,
} from '../model/statistics.ts';

type SearchJson = Readonly<Record<string, unknown>>;

const conditionsMax = 200;
const valuesMax = 1_000;
const depthMax = 20;

/** Conditions that were read so far. */
interface Budget {
  conditions: number;
}

/**
 * The condition of a search: the part of the language of search indexes that dashboards send.
 *
 * @throws AppError request.invalid; server.not-implemented for the rest of the language
 */
export function readStatisticsQuery(query: unknown): StatisticsCondition {
  return query === undefined
    ? { kind: 'all', of: [] }
    : readCondition(query, 'query', { depth: 0, budget: { conditions: 0 } });
}

interface Place {
  readonly depth: number;
  readonly budget: Budget;
}

function readCondition(json: unknown, at: string, place: Place): StatisticsCondition {
  place.budget.conditions += 1;
  if (place.depth > depthMax || place.budget.conditions > conditionsMax) {
    throw invalid(at, `more than ${conditionsMax} conditions, or more than ${depthMax} levels`);
  }
  const [kind, body] = onlyMember(json, at);
  const inner = `${at}.${kind}`;
  const below = { ...place, depth: place.depth + 1 };
  switch (kind) {
    case 'match_all':
      return { kind: 'all', of: [] };
    case 'bool':
      return readBool(body, inner, below);
    case 'constant_score': {
      const { filter } = members(body, inner, ['filter', 'boost']);
      return readCondition(filter, `${inner}.filter`, below);
    }
    case 'term':
    case 'terms':
      return readTerms(body, inner);
    case 'range':
      return readRange(body, inner);
    case 'exists':
      return { kind: 'set', field: fieldOf(members(body, inner, ['field']).field, inner) };
    default:
      throw notSupported(inner);
  }
}

function readBool(body: unknown, at: string, place: Place): StatisticsCondition {
  const names = ['must', 'filter', 'must_not', 'should', 'minimum_should_match', 'boost'];
  const given = members(body, at, names);
  const list = (name: string): readonly StatisticsCondition[] => {
    const value = given[name];
    const items = Array.isArray(value) ? value : value === undefined ? [] : [value];
    return items.map((item) => readCondition(item, `${at}.${name}`, place));
  };
  const required = [...list('must'), ...list('filter')];
  const should = list('should');
  // Beside other conditions they would only change the order of matches.
  const least = given.minimum_should_match ?? (required.length === 0 ? 1 : 0);
  if (least !== 0 && least !== 1) throw notSupported(`${at}.minimum_should_match`);
  const alternatives =
    should.length > 0 && least === 1 ? [{ kind: 'any', of: should } as const] : [];
  const excluded = list('must_not').map((of) => ({ kind: 'not', of }) as const);
  return { kind: 'all', of: [...required, ...alternatives, ...excluded] };
}

function readTerms(body: unknown, at: string): StatisticsCondition {
  const { boost: _boost, ...fields } = members(body, at);
  const [field, given] = onlyMember(fields, at);
  const isLong = typeof given === 'object' && given !== null && 'value' in given;
  const value = isLong ? given.value : given;
  const values = Array.isArray(value) ? value : [value];
  if (values.length === 0 || values.length > valuesMax || !values.every(isValue)) {
    throw invalid(`${at}.${field}`, `must be 1 to ${valuesMax} texts, numbers or booleans`);
  }
  return { kind: 'among', field: fieldOf(field, at), values };
}

const operators: Readonly<Record<string, StatisticsBound['operator']>> = {
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
};

function readRange(body: unknown, at: string): StatisticsRange {
  const [field, given] = onlyMember(body, at);
  const place = `${at}.${field}`;
  const {
    boost: _boost,
    format,
    ...rest
  } = members(given, place, [...Object.keys(operators), 'boost', 'format']);
  if (format !== undefined && format !== 'yyyy-MM-dd') throw notSupported(`${place}.format`);
  const bounds = Object.entries(rest).flatMap(([name, value]): readonly StatisticsBound[] => {
    const operator = operators[name];
    if (operator === undefined || value === null) return [];
    if (typeof value !== 'string' && typeof value !== 'number') {
      throw invalid(`${place}.${name}`, 'must be a number or a date');
    }
    return [{ operator, value }];
  });
  return { kind: 'range', field: fieldOf(field, at), bounds };
}

function isValue(value: unknown): value is StatisticsValue {
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** @throws AppError request.invalid */
export function fieldOf(value: unknown, at: string): string {
  if (typeof value === 'string' && /^[\w:.@/-]{1,200}$/.test(value)) return value;
  throw invalid(at, 'field: must be the name of a field');
}

/** @throws AppError request.invalid; server.not-implemented for a member that is not among the names */
export function members(json: unknown, at: string, names?: readonly string[]): SearchJson {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    throw invalid(at, 'must be an object');
  }
  const other = names && Object.keys(json).find((name) => !names.includes(name));
  if (other !== undefined) throw notSupported(`${at}.${other}`);
  return json as SearchJson;
}

function onlyMember(json: unknown, at: string): readonly [string, unknown] {
  const entries = Object.entries(members(json, at));
  const [first] = entries;
  if (first && entries.length === 1) return first;
  throw invalid(at, 'must have one member');
}

export function invalid(at: string, problem: string): AppError {
  return new AppError('request.invalid', `${at.slice(0, 200)}: ${problem}`);
}

/** What the language has beside the part that is known here. */
export function notSupported(at: string): AppError {
  const message = `${at.slice(0, 200)}: of the language of search indexes this server has what counts documents in groups (docs/guide/web-ui.md), not this`;
  return new AppError('server.not-implemented', message);
}
