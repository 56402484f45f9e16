import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** The files that take longest. At the end of a run, one of them would keep a single worker busy. */
const longest = [
  'test/http/document-walk.test.ts',
  'test/fuzz/operations.test.ts',
  'test/engines/pending-tree.test.ts',
  'test/crash/collected-blobs.test.ts',
  'test/crash/killed-media.test.ts',
  'test/cli/import.test.ts',
  'test/crash/killed-slices.test.ts',
  'test/crash/killed-server.test.ts',
  'test/crash/killed-renditions.test.ts',
  'test/engines/task-rights.test.ts',
  'test/engines/deep-paging.test.ts',
  'test/crash/killed-migration.test.ts',
  'test/crash/record-moves.test.ts',
  'test/cli/import-metadata.test.ts',
  'test/http/worked-example.test.ts',
  'test/http/read-texts.test.ts',
  'test/http/renditions/converted-renditions.test.ts',
  'test/http/thumbnails.test.ts',
  'test/http/request-bodies.test.ts',
  'test/http/timed-permissions.test.ts',
  'test/http/pending-changes.test.ts',
  'test/http/long-notes.test.ts',
  'test/http/large-documents-memory.test.ts',
  'test/http/large-collections.test.ts',
  'test/http/route-access.test.ts',
  'test/http/conversions.test.ts',
  'test/crash/killed-export.test.ts',
  'test/crash/killed-bulk.test.ts',
  'test/http/collection-races.test.ts',
  'test/engines/query-differential.test.ts',
  'test/engines/blob-collection.test.ts',
  'test/engines/integrity.test.ts',
  'test/crash/lost-backends.test.ts',
  'test/engines/long-texts.test.ts',
  'test/engines/integrity-pending.test.ts',
];

function rankOf({ moduleId }: TestSpecification): number {
  const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
  return at === -1 ? longest.length : at;
}

/** The files of a project stay together, as they share workers. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project.name))];
    const placeOf = (file: TestSpecification) => projects.indexOf(file.project.name);
    return sorted.toSorted(
      (one, other) => placeOf(one) - placeOf(other) || rankOf(one) - rankOf(other),
    );
  }
}
