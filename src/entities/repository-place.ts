import { defaultRepository } from '../base/repository-name.ts';

/** Between the root of the API and what follows: nothing for the default repository. */
export function repositoryPlace(repository: string): string {
  return repository === defaultRepository ? '' : `repo/${encodeURIComponent(repository)}/`;
}
