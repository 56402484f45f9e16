import type {
  StatisticsGroups,
  StatisticsLevel,
  StatisticsPart,
  StatisticsRequest,
  StatisticsValueRequest,
} from '../../model/statistics.ts';

/** Groups of a request with all levels above them; for all matches no level. */
export interface StatisticsNode {
  readonly levels: readonly StatisticsLevel[];
  readonly values: readonly StatisticsValueRequest[];
  /** Name → the groups inside of each group. */
  readonly inner: ReadonlyMap<string, StatisticsNode>;
}

export function planStatistics(request: StatisticsRequest): StatisticsNode {
  return nodeOf(request, []);
}

function nodeOf(part: StatisticsPart, levels: readonly StatisticsLevel[]): StatisticsNode {
  const innerOf = (groups: StatisticsGroups) =>
    [groups.name, nodeOf(groups, [...levels, groups.level])] as const;
  return { levels, values: part.values, inner: new Map(part.groups.map(innerOf)) };
}

/** The node and all in it. */
export function allNodes(node: StatisticsNode): readonly StatisticsNode[] {
  return [node, ...[...node.inner.values()].flatMap(allNodes)];
}

/** The fields of all levels and values. */
export function fieldsOf(node: StatisticsNode): readonly string[] {
  const fields = allNodes(node).flatMap(({ levels, values }) =>
    [...levels, ...values].map(({ field }) => field),
  );
  return [...new Set(fields)];
}
