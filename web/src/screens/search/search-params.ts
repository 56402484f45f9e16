import * as v from 'valibot';

/** The router reads `q=2026` as a number. */
const text = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String));

function optional<T extends v.GenericSchema>(schema: T) {
  return v.fallback(v.optional(schema), undefined);
}

export const searchParams = v.object({
  /** The words. */
  q: optional(text),
  /** Fields of the search document with their values, such as `dc_nature_agg`. */
  where: optional(v.record(v.string(), v.array(text))),
  /** Names of quick filters. */
  quick: optional(v.array(v.string())),
  sort: optional(
    v.picklist([
      'relevance',
      'modified-desc',
      'modified-asc',
      'created-desc',
      'title-asc',
      'title-desc',
    ]),
  ),
  /** From 1. */
  page: optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  /** The id of the saved search that was opened. */
  saved: optional(text),
  mode: optional(v.picklist(['nxql'])),
  query: optional(text),
  /** Of the results of a query, by names of properties. */
  columns: optional(v.array(v.string())),
});

/** All that a search asks for and shows: it is the address of the screen. */
export type SearchState = v.InferOutput<typeof searchParams>;
