import table from './data/mime-types.json' with { type: 'json' };

interface MimeType {
  readonly normalized: string;
  readonly aliases: readonly string[];
  readonly extensions: readonly string[];
  readonly icon: string;
  readonly binary: boolean;
}

export const unknownMimeType = 'application/octet-stream';

const types: readonly MimeType[] = table.types;

/** Normalised type → its entry. Of entries with the same key the last one counts, here and below. */
const byType = new Map(types.map((type) => [type.normalized.toLowerCase(), type]));
const byAlias = new Map(types.flatMap((type) => type.aliases.map((a) => [a.toLowerCase(), type])));

const byExtension = new Map(
  types.flatMap((type) => type.extensions.map((extension) => [extension, type.normalized])),
);
for (const rule of table.extensionRules) byExtension.set(rule.extension, rule.mimeType);

/** Extensions whose content may be something more special than the extension says. */
const ambiguous = new Set(
  table.extensionRules.filter((rule) => rule.ambiguous).map((rule) => rule.extension),
);

/**
 * The longest known extension: `doc.xml` before `xml`. Undefined for names without a known one.
 * Temporary files of office programs are no documents whatever their extension says.
 */
function extensionOf(name: string): string | undefined {
  const parts = name.toLowerCase().split('.');
  for (let index = Math.max(1, parts.length - 3); index < parts.length; index += 1) {
    const extension = parts.slice(index).join('.');
    if (byExtension.has(extension)) return extension;
  }
  return undefined;
}

function isTemporary(name: string): boolean {
  return name.startsWith('~$') || name.toLowerCase().endsWith('.tmp');
}

/** The type a file name stands for; undefined when it says nothing. */
export function mimeTypeOfFileName(name: string): string | undefined {
  if (isTemporary(name)) return unknownMimeType;
  const extension = extensionOf(name);
  return extension === undefined ? undefined : byExtension.get(extension);
}

/**
 * The registered spelling of a type: aliases and bare extensions (`pdf`) become the type itself,
 * anything unknown stays as it is. Parameters such as a charset are kept on unknown types only.
 */
export function normalizeMimeType(type: string): string {
  return findType(type)?.normalized ?? byExtension.get(type.trim().toLowerCase()) ?? type;
}

function findType(type: string): MimeType | undefined {
  const bare = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return byType.get(bare) ?? byAlias.get(bare);
}

/** Whether the type or one of its aliases is in the table. */
export function isKnownMimeType(type: string): boolean {
  return findType(type) !== undefined;
}

/** Path of the icon, as documents show it in `common:icon`; undefined for unknown types. */
export function iconOf(type: string): string | undefined {
  const found = findType(type);
  return found && `/icons/${found.icon}`;
}

export interface NamedContent {
  readonly name: string | null;
  readonly mimeType: string | null;
}

/**
 * The type of an imported file: what its name says, else what its sender said if that is a known
 * type. An ambiguous extension gives way to the sender.
 */
export function detectMimeType({ name, mimeType }: NamedContent): string {
  const byName = name === null ? undefined : mimeTypeOfFileName(name);
  const isCertain = byName !== undefined && !ambiguous.has(extensionOf(name ?? '') ?? '');
  if (isCertain) return byName;
  if (mimeType !== null && isKnownMimeType(mimeType)) return normalizeMimeType(mimeType);
  return byName ?? unknownMimeType;
}

/** The type stored with a document: the given one in its registered spelling, detected if it says nothing. */
export function storedMimeType({ name, mimeType }: NamedContent): string {
  if (mimeType !== null && mimeType.toLowerCase() !== unknownMimeType) {
    return normalizeMimeType(mimeType);
  }
  return (name === null ? undefined : mimeTypeOfFileName(name)) ?? unknownMimeType;
}
