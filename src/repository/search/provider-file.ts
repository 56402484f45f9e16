import { z } from 'zod';
import { AppError } from '../../base/errors/app-error.ts';
import { describeIssue } from '../../base/errors/problem-list.ts';
import { limits } from '../../base/limits.ts';
import { aggregateTypes, isMetric, type PageProvider, predicateOperators } from './definition.ts';

const name = z.string().regex(/^[^/?#\s@]{1,200}$/, 'use 1 to 200 characters without / ? # @');
const property = z.string().min(1);
const field = z.string().regex(/^[^:]+:[^:]+$/, 'write schema:field');

const sort = z
  .array(z.strictObject({ property, order: z.enum(['asc', 'desc']).default('asc') }))
  .transform((all) =>
    all.map((each) => ({ property: each.property, isDescending: each.order === 'desc' })),
  )
  .default([]);

const predicate = z
  .strictObject({
    property,
    operator: z.enum(predicateOperators),
    fields: z.array(field).min(1).max(2),
  })
  .refine(({ operator, fields }) => (operator === 'BETWEEN') === (fields.length === 2), {
    message: 'BETWEEN has two fields, everything else one',
    path: ['fields'],
  });

const bound = z.number().nullable().default(null);
const dateBound = z.string().nullable().default(null);

/** All of them are parts of one statement. */
const aggregatesMax = 100;
const rangesMax = 100;

const aggregate = z
  .strictObject({
    id: z.string().min(1),
    type: z.enum(aggregateTypes),
    field: property,
    selection: field.nullable().default(null),
    properties: z.record(z.string(), z.string()).default({}),
    ranges: z
      .array(z.strictObject({ key: z.string(), from: bound, to: bound }))
      .max(rangesMax)
      .default([]),
    dateRanges: z
      .array(z.strictObject({ key: z.string(), from: dateBound, to: dateBound }))
      .max(rangesMax)
      .default([]),
  })
  .refine(({ type, selection }) => selection !== null || isMetric(type), {
    message: 'name the field of the search document in which requests select groups',
    path: ['selection'],
  });

const provider = z
  .strictObject({
    query: z.string().min(1).nullable().default(null),
    select: z.array(z.string().min(1)).min(1).default(['*']),
    distinct: z.boolean().default(false),
    from: z.string().min(1).default('Document'),
    where: z.array(z.string().min(1)).default([]),
    parameters: z.enum(['quoted', 'escaped', 'raw']).default('quoted'),
    searchDocumentType: z.string().nullable().default(null),
    predicates: z.array(predicate).default([]),
    aggregates: z.array(aggregate).max(aggregatesMax).default([]),
    quickFilters: z
      .array(
        z.strictObject({
          name: z.string().regex(/^[^,\s]+$/, 'use no commas and no spaces'),
          clause: z.string().min(1).nullable().default(null),
          sort,
        }),
      )
      .default([]),
    sort,
    sortable: z.boolean().default(true),
    pageSize: z.int().min(0).max(limits.pageSizeMax).default(0),
    maxPageSize: z.int().min(0).default(limits.pageSizeMax),
    countLimit: z
      .union([z.literal('pageSize'), z.int().min(1)])
      .nullable()
      .default(null),
  })
  .refine(({ query, predicates, quickFilters, aggregates }) => {
    return query === null || predicates.length + quickFilters.length + aggregates.length === 0;
  }, 'a whole query takes no predicates, quick filters or aggregates; write select, from and where');

const providersFile = z.strictObject({ providers: z.record(name, provider) });

/**
 * Reads the page providers of a file. `source` names it in messages.
 *
 * @throws AppError page-providers.invalid naming the position and the problem
 */
export function parseProvidersFile(json: unknown, source: string): readonly PageProvider[] {
  const parsed = providersFile.safeParse(json);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(describeIssue);
    throw new AppError('page-providers.invalid', `${source}: ${problems.join('; ')}`);
  }
  return Object.entries(parsed.data.providers).map(([each, { distinct, sortable, ...rest }]) => ({
    ...rest,
    name: each,
    isDistinct: distinct,
    isSortable: sortable,
  }));
}
