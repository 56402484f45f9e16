import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const reasonMaxLength = 4_000;

/** Names the tests that failed at first and passed with another try, with what they failed with. */
export class RetriedTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    for (const { children, moduleId } of modules) {
      for (const test of children.allTests()) {
        if (test.diagnostic()?.flaky !== true) continue;
        const reasons = test.result().errors?.map(reasonOf) ?? [];
        const line = `passed with another try: ${moduleId} > ${test.fullName}: ${reasons.join('; ')}`;
        process.stdout.write(`${line}\n`);
      }
    }
  }
}

/** With the value that was found: messages of assertions shorten it. */
function reasonOf({ message, actual }: SerializedError): string {
  return `${message} ${actual ?? ''}`.slice(0, reasonMaxLength);
}
