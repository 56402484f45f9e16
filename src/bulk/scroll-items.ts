import { AppError } from '../base/errors/app-error.ts';
import { slicesOf } from '../base/slices.ts';
import { compileIdScan } from '../repository/query/scan-ids.ts';
import type { ParsedQuery } from '../repository/query/syntax-tree.ts';
import { filledProvider, filledQuery } from '../repository/search/requested-query.ts';
import { createUnit, type UnitContext } from '../repository/unit/unit.ts';
import { scanTimeLimitMs } from '../storage/database.ts';
import type { BulkAction, BulkServices, CommandContext } from './action.ts';
import { type ItemSource, wholeRequest } from './item-source.ts';

type QuerySource = Extract<ItemSource, { kind: 'query' | 'provider' }>;

/** The query of a command cannot be run; its cause says why. */
export class InvalidQuery extends Error {}

const idsPerPage = 1_000;

/**
 * The items of a command in parts of bounded size: of queries in one state of the store, as the user who
 * submitted it sees it.
 *
 * @throws InvalidQuery, AppError store.*
 */
export async function* scrollItems(
  action: BulkAction,
  source: ItemSource,
  context: CommandContext<unknown>,
): AsyncGenerator<readonly string[]> {
  switch (source.kind) {
    case 'ids':
      yield* slicesOf([...new Set(source.ids)], idsPerPage);
      return;
    case 'action':
      if (action.items) yield* action.items(context);
      return;
    default:
      yield* queriedIds(source, context);
  }
}

async function* queriedIds(
  source: QuerySource,
  { services, principal, signal }: CommandContext<unknown>,
): AsyncGenerator<readonly string[]> {
  const { database, repository } = services;
  const compile = () =>
    database.read(
      async (handle) => {
        const unit = createUnit(handle, repository, principal);
        return compileIdScan(unit, queryOf(source, services, unit));
      },
      undefined,
      { timeLimitMs: scanTimeLimitMs },
    );
  const statement = await asInvalidQuery(compile());
  if (!statement) return;
  const excluded = new Set(source.excluded);
  for await (const page of database.scan(statement, { signal })) {
    yield page.flatMap(({ id }) => (excluded.has(id) ? [] : id));
  }
}

async function asInvalidQuery<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    throw new InvalidQuery(error.message, { cause: error });
  }
}

/** @throws AppError request.invalid, page-provider.not-found */
function queryOf(
  source: QuerySource,
  { pageProviders }: Pick<BulkServices, 'pageProviders'>,
  unit: UnitContext,
): ParsedQuery {
  const request = wholeRequest(source.request);
  if (source.kind === 'query') return filledQuery(unit, { text: source.text, request });
  const provider = pageProviders.get(source.name);
  if (provider.finds) {
    throw new AppError('request.invalid', `${source.name} has no query: use another provider`);
  }
  return filledProvider(unit, { provider, request }).filled.query;
}
