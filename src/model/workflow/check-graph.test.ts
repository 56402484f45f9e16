import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkGraph } from './check-graph.ts';
import { compileModel } from './compile-model.ts';
import type { WorkflowModel } from './workflow-model.ts';

/** Which node leads to which, and which of them wait; the first one is the start, the last one the stop. */
interface Plan {
  readonly size: number;
  readonly waits: readonly boolean[];
  readonly edges: readonly (readonly [from: number, to: number])[];
}

const plans: fc.Arbitrary<Plan> = fc.integer({ min: 2, max: 9 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    waits: fc.array(fc.boolean(), { minLength: size, maxLength: size }),
    edges: fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: size - 2 }), fc.integer({ min: 0, max: size - 1 })),
      { maxLength: 20, selector: ([from, to]) => from * size + to },
    ),
  }),
);

function modelOf({ size, waits, edges }: Plan): WorkflowModel {
  const task = { assignees: ['bob'], buttons: [{ name: 'ok' }] };
  const nodes = Array.from({ length: size }, (_, index) => ({
    id: `n${index}`,
    start: index === 0,
    stop: index === size - 1,
    ...(waits[index] && index < size - 1 && { task }),
    transitions: edges
      .filter(([from]) => from === index)
      .map(([, to]) => ({ name: `to${to}`, target: `n${to}` })),
  }));
  return compileModel({ name: 'Random', nodes });
}

/** For each pair whether there is a way of one edge or more, by joining ways until nothing changes. */
function closure({ size, edges }: Plan, allows: (node: number) => boolean): boolean[][] {
  const leads = Array.from({ length: size }, () => Array<boolean>(size).fill(false));
  for (const [from, to] of edges) {
    const row = leads[from];
    if (row && allows(from) && allows(to)) row[to] = true;
  }
  for (let via = 0; via < size; via += 1) {
    for (const row of leads) {
      for (let to = 0; to < size; to += 1)
        row[to] ||= row[via] === true && leads[via]?.[to] === true;
    }
  }
  return leads;
}

function problemsOf(plan: Plan): string[] {
  const problems: string[] = [];
  checkGraph(modelOf(plan), (place, message) => problems.push(`${place}: ${message}`));
  return problems;
}

test('nodes are unreachable exactly if there is no way from the start', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const fromStart = closure(plan, () => true)[0] ?? [];
      const expected = Array.from({ length: plan.size }, (_, index) => index).filter(
        (index) => index !== 0 && !fromStart[index],
      );
      const found = problemsOf(plan).flatMap((problem) => {
        const [, index] = /^nodes\[(\d+)\]: no transitions lead/.exec(problem) ?? [];
        return index === undefined ? [] : Number(index);
      });
      expect(found).toEqual(expected);
    }),
  );
});

test('a circle is reported exactly if nodes that do not wait reach themselves', () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const isQuick = (index: number): boolean => !plan.waits[index] || index === plan.size - 1;
      const leads = closure(plan, isQuick);
      const inCircle = leads.flatMap((row, index) => (row[index] ? [`n${index}`] : []));
      const circles = problemsOf(plan).flatMap((problem) => {
        const [, way] = /the circle (.+) never waits/.exec(problem) ?? [];
        return way === undefined ? [] : [way.split(' → ')];
      });
      expect(circles.length > 0).toBe(inCircle.length > 0);
      // Each reported one is a way along transitions, and of each group one is reported.
      for (const way of circles) {
        expect(way.at(0)).toBe(way.at(-1));
        for (const [at, id] of way.slice(1).entries()) {
          const step = [way[at], id].map((name) => Number(name?.slice(1)));
          expect(plan.edges).toContainEqual(step);
        }
      }
      const reported = new Set(circles.flat().map((id) => Number(id.slice(1))));
      for (const [index, row] of leads.entries()) {
        if (!row[index]) continue;
        const group = row.flatMap((isLed, other) =>
          isLed && leads[other]?.[index] ? [other] : [],
        );
        expect(group.some((member) => reported.has(member))).toBe(true);
      }
    }),
  );
});
