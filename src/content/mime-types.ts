import mime from 'mime';
import { isMediaType } from '../model/media-type.ts';
import table from './data/mime-types.json' with { type: 'json' };
import { sniffMimeType } from './sniff-mime-type.ts';

interface MimeType {
  readonly normalized: string;
  readonly aliases: readonly string[];
  readonly extensions: readonly string[];
}

export const unknownMimeType = 'application/octet-stream';

const types: readonly MimeType[] = table.types;

/** Normalised type → its entry. Of entries with the same key the last one is used, here and below. */
const byType = new Map(types.map((type) => [type.normalized.toLowerCase(), type]));
const byAlias = new Map(types.flatMap((type) => type.aliases.map((a) => [a.toLowerCase(), type])));

const byExtension = new Map(
  types.flatMap((type) => type.extensions.map((extension) => [extension, type.normalized])),
);
for (const rule of table.extensionRules) byExtension.set(rule.extension, rule.mimeType);

/** Extensions whose content may have a more specific type than the extension says. */
const ambiguous = new Set(
  table.extensionRules.filter((rule) => rule.ambiguous).map((rule) => rule.extension),
);

/**
 * The longest known extension: `doc.xml` before `xml`. Undefined for names without a known one.
 * Temporary files of office programs are not documents in spite of their extension.
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

/** The type of a file name; undefined when the name does not determine it. */
export function mimeTypeOfFileName(name: string): string | undefined {
  if (isTemporary(name)) return unknownMimeType;
  const extension = extensionOf(name);
  return extension === undefined ? registeredType(name) : byExtension.get(extension);
}

/** By the types registered with IANA, for extensions that are not in the table. */
function registeredType(name: string): string | undefined {
  const extension = /[^.]\.([^.]+)$/.exec(name)?.[1];
  return extension === undefined ? undefined : (mime.getType(extension) ?? undefined);
}

/**
 * The registered spelling of a type: aliases and bare extensions (`pdf`) become the type itself,
 * anything unknown stays as it is. Parameters such as a charset are kept on unknown types only.
 */
export function normalizeMimeType(type: string): string {
  return findType(type)?.normalized ?? typeOfExtension(type.trim().toLowerCase()) ?? type;
}

/** The usual extension of files of the type. */
export function extensionOfType(type: string): string | undefined {
  return findType(type)?.extensions[0] ?? mime.getExtension(type) ?? undefined;
}

function typeOfExtension(extension: string): string | undefined {
  if (!/^[\w.-]+$/.test(extension)) return undefined;
  return byExtension.get(extension) ?? mime.getType(extension) ?? undefined;
}

function findType(type: string): MimeType | undefined {
  const bare = type.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return byType.get(bare) ?? byAlias.get(bare);
}

/** Whether the type or one of its aliases is in the table, or registered elsewhere. */
export function isKnownMimeType(type: string): boolean {
  return findType(type) !== undefined || mime.getExtension(type) !== null;
}

export interface NamedContent {
  readonly name: string | null;
  /** As sent; null when nothing was. */
  readonly mimeType: string | null;
}

/** With its first bytes, if they are available. */
interface ContentClues extends NamedContent {
  readonly head?: Uint8Array;
}

/** Which name or type is used before the content is examined; undefined when neither decides. */
export type MimeTypeRule = (content: NamedContent) => string | undefined;

/** For imported files: the name, else the declared type if that is known. */
export const importRule: MimeTypeRule = ({ name, mimeType }) => {
  const byName = name === null ? undefined : certainType(name);
  if (byName !== undefined) return byName;
  const isUsable = mimeType !== null && !saysNothing(mimeType) && isKnownMimeType(mimeType);
  return isUsable ? normalizeMimeType(mimeType) : undefined;
};

/** For stored documents: the declared type, else the name. */
export const storeRule: MimeTypeRule = ({ name, mimeType }) => {
  if (mimeType !== null && !saysNothing(mimeType)) return normalizeMimeType(mimeType);
  return name === null ? undefined : certainType(name);
};

/** The type by the rule; if that does not decide, by the content, and last by an ambiguous name. */
export function determineMimeType(rule: MimeTypeRule, content: ContentClues): string {
  const settled = rule(content);
  if (settled !== undefined) return settled;
  const { name, head } = content;
  const byName = name === null ? undefined : mimeTypeOfFileName(name);
  const byContent = head === undefined ? undefined : sniffMimeType(head);
  if (byContent === undefined) return byName ?? unknownMimeType;
  return normalizeMimeType(byContent === plainText ? textTypeOf(name) : byContent);
}

const plainText = 'text/plain';

/** The type of a text whose extension has several types: `a.tsv` is a table or a video. */
function textTypeOf(name: string | null): string {
  const registered = name === null ? undefined : registeredType(name);
  return registered?.startsWith('text/') ? registered : plainText;
}

/** The type of a name, unless its extension is used for different types. */
function certainType(name: string): string | undefined {
  const type = mimeTypeOfFileName(name);
  const isAmbiguous = !isTemporary(name) && ambiguous.has(extensionOf(name) ?? '');
  return isAmbiguous ? undefined : type;
}

/** Whether the type is generic or invalid, as senders use when they do not have it. */
function saysNothing(mimeType: string): boolean {
  const bare = mimeType.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (bare === unknownMimeType) return true;
  return !isMediaType(mimeType.trim()) && typeOfExtension(bare) === undefined;
}

/** The type of an imported file: see `importRule`. */
export function detectMimeType(content: ContentClues): string {
  return determineMimeType(importRule, content);
}

/** The type stored with a document: see `storeRule`. */
export function storedMimeType(content: ContentClues): string {
  return determineMimeType(storeRule, content);
}
