import type { Document } from './document.ts';

/** A comment or an annotation of a document, as clients see it. */
export interface Comment {
  readonly id: string;
  /** The document or comment that it is about. */
  readonly parentId: string;
  /** From the parent to the document at the top. */
  readonly ancestorIds: readonly string[];
  readonly author: string | null;
  readonly text: string | null;
  readonly createdMs: number | null;
  readonly modifiedMs: number | null;
  readonly entityId: string | null;
  readonly origin: string | null;
  readonly entity: string | null;
  /** Of annotations: the property that they are about. */
  readonly xpath: string | null;
  /** Of the caller. */
  readonly permissions: readonly string[];
  /** Direct ones, where they are asked for. */
  readonly replies?: CommentReplies | undefined;
}

export interface CommentReplies {
  readonly count: number;
  /** When the newest was made; null without any. */
  readonly lastMs: number | null;
}

export type CommentKind = 'comment' | 'annotation';

/** What clients may set; undefined for what a request does not mention. */
export interface CommentContent {
  readonly text?: string | undefined;
  readonly createdMs?: number | undefined;
  readonly modifiedMs?: number | undefined;
  readonly entityId?: string | null | undefined;
  readonly origin?: string | null | undefined;
  readonly entity?: string | null | undefined;
  /** Of annotations. */
  readonly xpath?: string | null | undefined;
}

export const commentKeys = {
  author: 'comment:author',
  text: 'comment:text',
  parentId: 'comment:parentId',
  ancestorIds: 'comment:ancestorIds',
  created: 'comment:creationDate',
  modified: 'comment:modificationDate',
  xpath: 'annotation:xpath',
  entityId: 'externalEntity:entityId',
  origin: 'externalEntity:origin',
  entity: 'externalEntity:entity',
} as const;

export const externalEntityFacet = 'ExternalEntity';

const folderType = 'CommentRoot';
const folderFacet = 'SystemDocument';

/** The hidden folder that the server makes for comments, unlike one that a user makes. */
export const commentFolder = { type: folderType, name: 'Comments', facet: folderFacet } as const;

export function isCommentFolder({ type, instanceFacets }: Document): boolean {
  return type === folderType && instanceFacets.includes(folderFacet);
}

/** The document of a comment in a thread. */
export function isComment({ properties }: Pick<Document, 'properties'>): boolean {
  return typeof properties[commentKeys.parentId] === 'string';
}

/** Whether a document keeps its place as long as the document that is commented exists. */
export function isPartOfThread(document: Document): boolean {
  return isComment(document) || isCommentFolder(document);
}

export function authorOf({ properties }: Pick<Document, 'properties'>): string | null {
  const author = properties[commentKeys.author];
  return typeof author === 'string' ? author : null;
}
