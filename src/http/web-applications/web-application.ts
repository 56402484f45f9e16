import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors/app-error.ts';
import { describeFileError } from '../../base/file-errors.ts';
import type { Config } from '../../config/settings.ts';
import type { RouteDefinition, RouteRoot } from '../route.ts';

/** A folder with a built web application. */
export interface WebApplication {
  /** Below the context path. */
  readonly path: string;
  /** Without symbolic links. */
  readonly folder: string;
}

export const indexName = 'index.html';

/** @throws AppError web-application.invalid, with all problems */
export async function openWebApplications(
  { webApplications }: Pick<Config, 'webApplications'>,
  routes: readonly Pick<RouteDefinition, 'root' | 'path'>[],
): Promise<readonly WebApplication[]> {
  const problems: string[] = [];
  const taken = new Set(['api', 'site', ...routes.map(({ root, path }) => firstName(root, path))]);
  const opened = await Promise.all(
    webApplications.map(async ({ path, folder }) => {
      const isTaken = taken.has(firstName('base', path));
      const problem = isTaken ? 'the API has this path; choose another' : await problemOf(folder);
      if (problem === undefined) return [{ path, folder: await realpath(folder) }];
      problems.push(`${path}=${folder}: ${problem}`);
      return [];
    }),
  );
  if (problems.length === 0) return opened.flat();
  throw new AppError('web-application.invalid', `webApplications, ${problems.join('; ')}`, {
    detail: { problems },
  });
}

function firstName(root: RouteRoot, path: string): string {
  return root === 'base' ? (path.split('/')[1] ?? '') : 'api';
}

async function problemOf(folder: string): Promise<string | undefined> {
  try {
    if ((await readdir(folder)).includes('index.jsp') && !(await isFile(folder, indexName))) {
      return `has index.jsp, a page that only the original server can run, and no ${indexName}`;
    }
    return (await isFile(folder, indexName)) ? undefined : `has no ${indexName}`;
  } catch (error) {
    return describeFileError(error);
  }
}

async function isFile(folder: string, name: string): Promise<boolean> {
  const facts = await stat(join(folder, name)).catch(() => undefined);
  return facts?.isFile() ?? false;
}
