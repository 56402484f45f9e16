import { reader, wideFolder, workspacePath } from '../generate-store.ts';
import { LoadClient } from '../load/load-client.ts';
import type { Scenario } from '../scenario.ts';
import { sourceProgram, startCartulary, startFloor } from '../servers/programs.ts';
import { cachedPostgresStore } from '../stores.ts';
import { compareAnswers, type Question, queryByDate, queryByWords } from './find-questions.ts';

export const findInPostgres: Scenario = {
  name: 'find-postgres',
  summary: 'first pages of queries on PostgreSQL, against hand-written SQL without permissions',
  async run(effort) {
    const files = effort.isQuick ? 20_000 : 100_000;
    const store = await cachedPostgresStore(files);
    const client = new LoadClient();
    const cartulary = await startCartulary(store.folder, sourceProgram, [
      '--database-url',
      store.url,
    ]);
    const floor = await startFloor('find-rows-postgres', store.url);
    const run = { effort, files, client, cartulary, floor };
    try {
      const questions = [{ ...queryByDate(), atMost: 2 }, queryByWords(), queryForChildren()];
      const figures = [];
      for (const question of questions) {
        const asked = { ...question, name: `PostgreSQL: ${question.name}` };
        figures.push(await compareAnswers(run, asked));
      }
      return figures;
    } finally {
      client.close();
      await Promise.all([cartulary.stop(), floor.stop()]);
      await store.stop();
    }
  },
};

/** By the folder's path on both sides, as a user who sees all that is in it. */
function queryForChildren(): Question {
  const path = `${workspacePath}/${wideFolder}`;
  return {
    name: 'children of the widest folder, sorted by title',
    ours: [`/path${path}/@children`],
    floor: [`/children?${new URLSearchParams({ path })}`],
    user: reader,
    atMost: 2,
  };
}
