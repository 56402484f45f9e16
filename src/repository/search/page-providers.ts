import { AppError } from '../../base/errors/app-error.ts';
import { readJsonFile } from '../../base/json-file.ts';
import defaultFile from '../../model/data/default-page-providers.json' with { type: 'json' };
import { systemPrincipal } from '../../model/principal.ts';
import { notBuilt, unbuilt } from '../../model/unbuilt.ts';
import { createUnitContext, type RepositoryContext, type UnitContext } from '../unit/unit.ts';
import { findAuditProvider } from './audit-providers.ts';
import { checkProvider } from './check-provider.ts';
import type { PageProvider } from './definition.ts';
import { latestPrincipalsProvider } from './latest-principals.ts';
import { principalProviders } from './principal-providers.ts';
import { parseProvidersFile } from './provider-file.ts';
import { taskProviders } from './task-providers.ts';

/** The queries that have a name. */
export class PageProviders {
  readonly #byName: ReadonlyMap<string, PageProvider>;

  constructor(providers: readonly PageProvider[]) {
    this.#byName = new Map(providers.map((each) => [each.name, each]));
  }

  /**
   * @throws AppError page-provider.not-found; request.invalid for one of the audit;
   * server.not-implemented for one that is not built yet
   */
  get(name: string): PageProvider {
    const found = this.#byName.get(name);
    if (found) return found;
    if (findAuditProvider(name)) {
      throw new AppError(
        'request.invalid',
        `${name} finds entries of the audit and no documents: call the operation Audit.QueryWithPageProvider, or read @audit of a document`,
      );
    }
    if (unbuilt.pageProviders.has(name)) throw notBuilt(`The page provider ${name}`);
    throw new AppError(
      'page-provider.not-found',
      `Could not resolve page provider with name '${name.slice(0, 200)}'`,
    );
  }

  get all(): readonly PageProvider[] {
    return [...this.#byName.values()];
  }
}

/** The built-in page providers. A test checks them instead of the start. */
export function defaultPageProviders(): readonly PageProvider[] {
  return parseProvidersFile(defaultFile, 'default page providers');
}

/** @throws AppError page-providers.invalid naming file, provider and problem */
export async function loadPageProviders(
  repository: RepositoryContext,
  files: readonly string[],
): Promise<PageProviders> {
  const unit = createUnitContext(repository, systemPrincipal);
  const configured = await Promise.all(files.map((path) => readProviders(unit, path)));
  return new PageProviders([
    ...defaultPageProviders(),
    latestPrincipalsProvider,
    ...principalProviders,
    ...taskProviders,
    ...configured.flat(),
  ]);
}

async function readProviders(unit: UnitContext, path: string): Promise<readonly PageProvider[]> {
  try {
    const providers = parseProvidersFile(await readJsonFile(path), path);
    for (const each of providers) checkProvider(unit, each, path);
    return providers;
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError('page-providers.invalid', `pageProviderFiles, ${path}: ${reason}`, {
      cause,
    });
  }
}
