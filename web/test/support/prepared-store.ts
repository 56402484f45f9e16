import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { folderParent } from '../../../test/support/folder-parent.ts';
import { prepareTemplate } from '../../../test/support/template-stores.ts';

/** The store that those of all files are copies of. The application cannot tell engines from each other: one is enough. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(folderParent(), 'cartulary-web-'));
  // Each process of tests would strip the types of the server's modules again.
  process.env.NODE_COMPILE_CACHE ??= join(folder, 'compiled');
  await prepareTemplate('sqlite', { folder });
  project.provide('preparedFolder', folder);
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
