import type { BlobValue, ScalarValue } from './value.ts';

/** What a client sent where a blob belongs; resolved to a BlobValue before the write begins. */
export type BlobInput =
  | { readonly kind: 'batch'; readonly batchId: string; readonly fileId: string }
  | {
      readonly kind: 'inline';
      readonly text: string;
      readonly name: string | null;
      readonly mimeType: string;
      readonly encoding: string;
    }
  /** A download URL of this server: the blob of that document at that xpath is reused. */
  | {
      readonly kind: 'document';
      readonly repository: string;
      readonly documentId: string;
      readonly xpath: string;
    }
  | { readonly kind: 'storage'; readonly providerId: string; readonly key: string }
  /** Not recognised: a top-level property keeps its value, a list item stays without blob. */
  | { readonly kind: 'unusable' };

/** Placeholder in a property value until its input is resolved. */
export class PendingBlob {
  readonly input: BlobInput;
  constructor(input: BlobInput) {
    this.input = input;
  }
}

/** A property value of a request, in which blobs may not have their content yet. */
export type PropertyInput =
  | ScalarValue
  | null
  | BlobValue
  | PendingBlob
  | { readonly [field: string]: PropertyInput }
  | readonly PropertyInput[];
