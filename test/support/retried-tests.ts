import type { Reporter, TestModule } from 'vitest/node';

/** Names the tests that failed at first and passed with another try, with what they failed with. */
export class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { children, moduleId } of modules) {
      for (const test of children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue;
        const reasons = test.result().errors?.map(({ message }) => message) ?? [];
        const line = `passed with another try: ${moduleId} > ${test.fullName}: ${reasons.join('; ')}`;
        process.stdout.write(`${line}\n`);
      }
    }
  }
}
