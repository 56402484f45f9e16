import { afterEach, beforeEach, expect } from 'vitest';
import type { EngineName } from '../../src/storage/sql-dialect.ts';
import { type CliOutcome, type CliStore, createCliStore } from './cli.ts';
import { makeFolder } from './engines.ts';
import { target } from './imports.ts';
import { storeFindings } from './invariants.ts';

/** Of each test: a store with its initial content, and an empty folder to import from. */
export interface ImportStage {
  readonly store: CliStore;
  readonly source: string;
  /** `cartulary import` of the folder. */
  load(...options: string[]): Promise<CliOutcome>;
}

/** A stage for each of the tests that follow; after each, nothing may be wrong in its store. */
export function stageImports(engine: EngineName): ImportStage {
  let store: CliStore;
  let source: { path: string; remove: () => Promise<void> };
  beforeEach(async () => {
    store = await createCliStore(engine, 'prepared');
    source = await makeFolder();
  });
  afterEach(async () => {
    expect(
      await store.withStore(({ database, blobs, repository: { model } }) =>
        storeFindings({ database, blobs, model }),
      ),
    ).toEqual([]);
    await store.close();
    await source.remove();
  });
  return {
    get store() {
      return store;
    },
    get source() {
      return source.path;
    },
    load: (...options) => store.run(['import', source.path, '--to', target, ...options]),
  };
}
