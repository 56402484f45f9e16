import type { Doc } from '../api/types.ts';

export interface Subtype {
  readonly type: string;
  readonly facets: readonly string[];
}

function isSubtype(value: unknown): value is Subtype {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    'facets' in value &&
    Array.isArray(value.facets)
  );
}

const hidden: readonly string[] = ['HiddenInCreation', 'HiddenInNavigation', 'SystemDocument'];

/** What users create in a folder, as the server says with it. */
export function typesFor({ contextParameters }: Doc): readonly Subtype[] {
  const { subtypes } = contextParameters;
  if (!Array.isArray(subtypes)) return [];
  return subtypes.filter(isSubtype).filter(({ facets }) => !facets.some((x) => hidden.includes(x)));
}

/** Types that are made of files. */
const fileTypes: readonly string[] = ['File', 'Note', 'Picture', 'Audio', 'Video'];

/** Whether files can be put into a folder. Where it is not known, the server decides. */
export function takesFiles(folder: Doc): boolean {
  return !isKnown(folder) || typesFor(folder).some(({ type }) => fileTypes.includes(type));
}

/** Folders that the structure of a repository is made of, and those in which something else than files is kept. */
const structural: readonly string[] = ['SuperSpace', 'Collection'];

/** The type of folders that are made in a folder for those of a disk; undefined where there is none. */
export function containerTypeIn(folder: Doc): string | undefined {
  if (!isKnown(folder)) return 'Folder';
  const types = typesFor(folder);
  const usual = ['Folder', 'Workspace'].find((each) => types.some(({ type }) => type === each));
  if (usual) return usual;
  return types.find(
    ({ facets }) => facets.includes('Folderish') && !facets.some((x) => structural.includes(x)),
  )?.type;
}

function isKnown({ contextParameters }: Doc): boolean {
  return Array.isArray(contextParameters.subtypes);
}
