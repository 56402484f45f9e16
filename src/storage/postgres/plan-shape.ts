interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What EXPLAIN returns with `format json`. */
export type ExplainedPlan = readonly { readonly Plan: PlanNode }[];

/**
 * How a plan finds its rows: two plans of the same shape read the same indexes in the same order, and
 * narrow them down by conditions or do not.
 */
export function planShape(explained: ExplainedPlan): string {
  return explained.map(({ Plan }) => shapeOf(Plan)).join();
}

function shapeOf(node: PlanNode): string {
  const index = node['Index Name'] ?? '';
  const condition = node['Index Cond'] === undefined ? '' : '=';
  const parts = [node['Node Type'], node['Relation Name'] ?? '', index + condition];
  return `${parts.join(':')}(${(node.Plans ?? []).map(shapeOf).join()})`;
}
