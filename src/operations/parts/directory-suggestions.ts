import {
  type Directory,
  type DirectoryEntry,
  isHierarchical,
  parentField,
} from '../../model/directory.ts';
import type { LabelledEntry, SuggestionLabels } from './suggestion-labels.ts';

interface SuggestionParams {
  readonly searchTerm: string | null;
  /** The term may be anywhere in the label, not only at its beginning. */
  readonly contains: boolean;
  readonly caseSensitive: boolean;
  readonly limit: number;
  readonly canSelectParent: boolean;
  /** Top entries match by themselves, without their descendants. */
  readonly filterParent: boolean;
  readonly keySeparator: string;
  readonly absoluteLabelSeparator: string;
}

interface Suggestions {
  readonly directory: Directory;
  readonly labels: SuggestionLabels;
  readonly params: SuggestionParams;
}

/** An entry in a tree. */
class Node implements LabelledEntry {
  readonly entry: DirectoryEntry;
  readonly label: string;
  parent: Node | undefined;
  readonly children: Node[] = [];

  constructor(entry: DirectoryEntry, label: string) {
    this.entry = entry;
    this.label = label;
  }
}

/**
 * The candidates whose labels match, in the form that selection widgets take: a flat directory as a
 * list, a hierarchical one as a tree that includes the ancestors of matches.
 *
 * @param others entries that candidates may be below, in this directory or others
 */
export function suggestEntries(
  candidates: readonly DirectoryEntry[],
  others: readonly DirectoryEntry[],
  suggestions: Suggestions,
): readonly object[] {
  const { directory, labels, params } = suggestions;
  const nodeOf = (entry: DirectoryEntry): Node => new Node(entry, labels.labelOf(entry));
  const nodes = candidates.map(nodeOf);
  const matches = createMatcher(params);
  if (!isHierarchical(directory)) {
    const found = nodes.filter(matches).sort(labels.compare);
    return limited(found, params.limit).map((node) => writeSelectable(node, suggestions));
  }
  link(nodes, others.map(nodeOf));
  const isWanted = (node: Node): boolean => matches(node) && (params.filterParent || !isTop(node));
  const found = limited(nodes.filter(isWanted).sort(labels.compare), params.limit);
  return collectTops(found)
    .sort(labels.compare)
    .map((top) => writeNode(top, suggestions));
}

function createMatcher({ searchTerm, contains, caseSensitive }: SuggestionParams) {
  const fold = (text: string): string => (caseSensitive ? text : text.toLowerCase());
  const term = fold((searchTerm ?? '').trim());
  return ({ label }: Node): boolean =>
    contains ? fold(label).includes(term) : fold(label).startsWith(term);
}

/** Whether it is a top of a hierarchy within one directory; an entry with an unknown parent is not. */
function isTop({ entry: { directory, values } }: Node): boolean {
  const isWithin = directory.parent === null || directory.parent === directory.name;
  return isWithin && !values[parentField];
}

function limited<T>(items: readonly T[], limit: number): readonly T[] {
  return limit > 0 ? items.slice(0, limit) : items;
}

/** Sets the parent of every node; a node that would be its own ancestor is at the top. */
function link(nodes: readonly Node[], others: readonly Node[]): void {
  const all = [...others, ...nodes];
  const byPlace = new Map(
    all.map((node) => [placeOf(node.entry.directory.name, node.entry.id), node]),
  );
  for (const node of all) {
    const parentId = node.entry.values[parentField];
    if (typeof parentId !== 'string' || parentId === '') continue;
    const from = node.entry.directory;
    const parent = byPlace.get(placeOf(from.parent ?? from.name, parentId));
    if (parent && !isBelow(parent, node)) node.parent = parent;
  }
}

function isBelow(node: Node, top: Node): boolean {
  for (let each: Node | undefined = node; each; each = each.parent) if (each === top) return true;
  return false;
}

function placeOf(directory: string, id: string): string {
  return JSON.stringify([directory, id]);
}

/** Puts the matches and their ancestors into a tree; returns its tops. */
function collectTops(found: readonly Node[]): Node[] {
  const taken = new Set<Node>();
  const tops: Node[] = [];
  for (const start of found) {
    for (let node: Node | undefined = start; node && !taken.has(node); node = node.parent) {
      taken.add(node);
      if (node.parent) node.parent.children.push(node);
      else tops.push(node);
    }
  }
  return tops;
}

function writeNode(node: Node, suggestions: Suggestions): object {
  if (node.children.length === 0) return writeSelectable(node, suggestions);
  const children = node.children
    .sort(suggestions.labels.compare)
    .map((child) => writeNode(child, suggestions));
  return suggestions.params.canSelectParent
    ? { ...writeSelectable(node, suggestions), children }
    : { displayLabel: node.label, children };
}

/** Fields of the entry beside its description and the displayed label. */
function writeSelectable(node: Node, { labels, params }: Suggestions): object {
  const { entry, label } = node;
  const { directory, id, values } = entry;
  const properties = Object.fromEntries(
    directory.schema.fields.map(({ name, type }) => [
      name,
      type === 'password' ? '' : values[name],
    ]),
  );
  const path = pathTo(node);
  return {
    ...properties,
    ...(labels.translatedField !== undefined && { [labels.translatedField]: label }),
    id,
    'entity-type': 'directoryEntry',
    directoryName: directory.name,
    properties,
    displayLabel: label,
    computedId: path.map((step) => step.entry.id).join(params.keySeparator),
    absoluteLabel: path.map((step) => step.label).join(params.absoluteLabelSeparator),
  };
}

function pathTo(node: Node): readonly Node[] {
  const path: Node[] = [];
  for (let each: Node | undefined = node; each; each = each.parent) path.unshift(each);
  return path;
}
