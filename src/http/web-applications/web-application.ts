import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '../../base/errors/app-error.ts';
import { describeFileError } from '../../base/file-errors.ts';
import type { Config } from '../../config/settings.ts';

/** A folder with a built web application. */
export interface WebApplication {
  /** Below the context path. */
  readonly path: string;
  /** Without symbolic links. */
  readonly folder: string;
  /** Content-Security-Policy of its files. */
  readonly policy: string;
}

export const indexName = 'index.html';

type WebConfig = Pick<Config, 'webApplications' | 'webApplicationPolicy'>;

/**
 * The configured folders, after a check.
 *
 * @param takenNames the first names of paths below the context path that the API has
 * @throws AppError web-application.invalid, with all problems
 */
export async function openWebApplications(
  { webApplications, webApplicationPolicy: policy }: WebConfig,
  takenNames: ReadonlySet<string>,
): Promise<readonly WebApplication[]> {
  const problems: string[] = [];
  const opened = await Promise.all(
    webApplications.map(async ({ path, folder }) => {
      const isTaken = takenNames.has(path.split('/')[1] ?? '');
      const problem = isTaken ? 'the API has this path; choose another' : await problemOf(folder);
      if (problem === undefined) return [{ path, folder: await realpath(folder), policy }];
      problems.push(`${path}=${folder}: ${problem}`);
      return [];
    }),
  );
  if (problems.length === 0) return opened.flat();
  throw new AppError('web-application.invalid', `webApplications, ${problems.join('; ')}`, {
    detail: { problems },
  });
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
