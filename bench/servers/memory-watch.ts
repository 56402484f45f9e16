import type { ServerProcess } from './server-process.ts';

/** How far the resident memory of a process rises above its present size while the work runs. */
export async function measureGrowth(
  server: ServerProcess,
  work: () => Promise<void>,
): Promise<number> {
  const before = (await server.residentBytes()) ?? Number.NaN;
  let highest = before;
  let isRunning = true;
  const watch = async (): Promise<void> => {
    while (isRunning) {
      highest = Math.max(highest, (await server.residentBytes()) ?? Number.NaN);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isRunning = false;
    await watching;
  }
  return highest - before;
}
