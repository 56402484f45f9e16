import type { SharedConfiguration } from './shared-configuration.ts';

/** Something that this node and another one do not have in common. */
interface Difference {
  /** One of the two lacks an entry of a file, which the other one has. */
  readonly isAddition: boolean;
  readonly text: string;
}

/** The most that a message lists. */
const listedMax = 10;

export function findDifferences(
  own: SharedConfiguration,
  other: SharedConfiguration,
): Difference[] {
  const names = [...new Set([...own.keys(), ...other.keys()])].toSorted();
  return names.flatMap((name): Difference[] => {
    const [here, there] = [own.get(name), other.get(name)];
    const [setting = name] = name.split(' ');
    // Other versions of the program compare more settings, or fewer.
    const isCompared = own.has(setting) && other.has(setting);
    if (here === there || !isCompared) return [];
    if (name === setting) return [{ isAddition: false, text: describeSetting(name, here, there) }];
    if (here === undefined) return [{ isAddition: true, text: `${name}: is missing here` }];
    if (there === undefined) return [{ isAddition: true, text: `${name}: is only here` }];
    return [{ isAddition: false, text: `${name}: differs` }];
  });
}

function describeSetting(name: string, here?: string, there?: string): string {
  if (name === 'data') {
    return 'data: its folder blobs is not that of the other node, so that neither finds the contents of the other; mount one folder on both';
  }
  const text = `${name}: is ${here} here and ${there} there`;
  return name === 'blobStoreUrl'
    ? `${text}, so that neither finds the contents of the other`
    : text;
}

/** The problems of a configuration, so that each is one line. */
export function describeDifferences(
  differences: readonly Difference[],
  other: string,
): readonly string[] {
  const listed = differences
    .slice(0, listedMax)
    .map(({ text }) => `${text} (compared with ${other})`);
  const more = differences.length - listed.length;
  if (more > 0) listed.push(`and ${more} more differences`);
  return [...listed, remedyOf(differences)];
}

function remedyOf(differences: readonly Difference[]): string {
  const isAddition = differences.every((difference) => difference.isAddition);
  return isAddition
    ? 'all nodes of a store must have the same; start this one with the files of the others, or set clusterAdditions on all nodes to add entries node by node'
    : 'all nodes of a store must have the same; start this one with the configuration of the others, or stop all of them to change it';
}
