import { Worker } from 'node:worker_threads';
import { taskModules } from '../tasks/index.ts';
import type { TaskReply, TaskRequest } from '../tasks/task.ts';
import { reasonOf } from './failure-reason.ts';
import type { GuardSetup } from './memory-guard.ts';

type Run = (folder: TaskRequest, params: object) => Promise<object>;

async function reply({ name, ...request }: TaskRequest): Promise<TaskReply> {
  try {
    const { run } = (await taskModules[name]()) as unknown as { readonly run: Run };
    return { result: await run({ name, ...request }, request.params) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

const [setupText = '', requestText = ''] = process.argv.slice(2);
const setup = JSON.parse(setupText) as GuardSetup;
const guard = new Worker(new URL(`./memory-guard.${setup.ending}`, import.meta.url), {
  workerData: setup,
});
// The first look comes before the first byte: a short task would end before it otherwise.
await new Promise((resolve) => guard.once('message', resolve));
guard.unref();
process.stdout.write(JSON.stringify(await reply(JSON.parse(requestText) as TaskRequest)), () =>
  process.exit(),
);
