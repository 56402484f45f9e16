import type { DocumentId } from '../base/ids.ts';
import type { Acl } from './acl.ts';
import type { DocumentShape } from './content-model.ts';
import type { AclKey } from './pending-tree.ts';
import type { Properties } from './value.ts';

/** A document as the repository returns it. Immutable; changes make new rows and new values. */
export interface Document {
  readonly id: DocumentId;
  readonly parentId: DocumentId | null;
  readonly name: string;
  /** Of the live document for versions; null when that is gone. */
  readonly path: string | null;
  readonly type: string;
  readonly shape: DocumentShape;
  readonly instanceFacets: readonly string[];
  readonly state: string;
  readonly properties: Properties;
  readonly ownAcls: readonly Acl[];
  readonly aclId: AclKey;
  readonly isTrashed: boolean;
  readonly lock: { readonly owner: string; readonly createdMs: number } | null;
  readonly systemToken: number;
  readonly userToken: number;
  readonly isVersion: boolean;
  readonly isCheckedOut: boolean;
  /** Id of the live document whose history it belongs to; for a proxy, of its target's. */
  readonly seriesId: DocumentId;
  readonly baseVersionId: DocumentId | null;
  readonly versionCreatedMs: number | null;
  readonly isLatestVersion: boolean;
  readonly isLatestMajorVersion: boolean;
  /** Of versions: why it was made, if its author gave a reason. */
  readonly versionDescription: string | null;
  /** The document that a proxy shows; its content is the target's. */
  readonly proxyTarget: Document | null;
}

export function isRoot(document: Document): boolean {
  return document.path === '/' && !document.isVersion;
}

export function isProxy(document: Document): boolean {
  return document.proxyTarget !== null;
}

export function hasFacet(document: Document, facet: string): boolean {
  return document.shape.facets.includes(facet);
}

export function isFolderish(document: Document): boolean {
  return hasFacet(document, 'Folderish');
}

/** `{system}-{user}`; a proxy adds its target's after a slash. */
export function changeTokenOf(document: Document): string {
  const own = `${document.systemToken}-${document.userToken}`;
  return document.proxyTarget ? `${own}/${changeTokenOf(document.proxyTarget)}` : own;
}
