import type { OperationContext } from '../../automation/operation-context.ts';
import { OperationBlob, type Value, type WorkingDocument } from '../../automation/values.ts';
import { getRenditionOf } from '../../content/renditions.ts';
import type { Document } from '../../model/document.ts';
import type { BlobValue } from '../../model/value.ts';
import { findRendition } from '../../repository/renditions/find-rendition.ts';
import { findThumbnail } from '../../repository/renditions/find-thumbnail.ts';
import type { RenditionSource } from '../../repository/renditions/thumbnail-source.ts';
import { keepRendition } from '../../repository/renditions/waiting-renditions.ts';
import { mainBlobOf } from './document-blobs.ts';

/**
 * A rendition of the document; null when it is empty.
 *
 * @throws AppError resource.not-found when the document has no such rendition; as the chain that makes it
 */
export async function makeRendition(
  context: OperationContext,
  document: WorkingDocument,
  name: string,
): Promise<OperationBlob | null> {
  const { stored, storedIn, chain = '', converter } = getRenditionOf(document, name);
  if (stored) {
    return OperationBlob.stored(stored.blob, { document, xpath: stored.xpath });
  }
  if (storedIn === 'thumbnail') return thumbnailOf(context, document);
  if (converter === undefined) {
    context.stacks.document.push(document);
    return runChain(context, chain);
  }
  const file = mainBlobOf(document);
  if (!file) return null;
  const make = (): Promise<OperationBlob | null> => {
    context.stacks.blob.push(file);
    return runChain(context, chain);
  };
  // The text of a note is no content of its own to which a result could belong.
  if (file.content instanceof Uint8Array) return make();
  return keptOf(context, { blob: file.content, name }, make);
}

async function thumbnailOf(
  context: OperationContext,
  document: Document,
): Promise<OperationBlob | null> {
  const { blob } = await context.read(({ handle }) => findThumbnail(handle, document));
  return blob ? OperationBlob.stored(blob) : null;
}

/** What the chain makes of the value on top of the stack. */
async function runChain(context: OperationContext, chain: string): Promise<OperationBlob | null> {
  const input: Value = null;
  const made = await context.within({ input, variables: new Map() }).run(chain, { input });
  return made instanceof OperationBlob && !isPlaceholder(made) ? made : null;
}

/** Operations that have no file to return give an empty one with such a name. */
function isPlaceholder({ name, content }: OperationBlob): boolean {
  return content instanceof Uint8Array && content.length === 0 && name?.endsWith('.null') === true;
}

/** Made once for all documents that have the content. */
async function keptOf(
  context: OperationContext,
  source: RenditionSource,
  make: () => Promise<OperationBlob | null>,
): Promise<OperationBlob | null> {
  const kept = await context.read(({ handle }) => findRendition(handle, source));
  if (kept?.result) return OperationBlob.stored(kept.result);
  const made = await make();
  if (!made || !isOther(made, source)) return made;
  const stored = await context.storeBlob(made);
  await context.write(({ handle }) => keepRendition(handle, source, stored));
  return OperationBlob.stored(stored);
}

/** A PDF is its own PDF. */
function isOther({ content }: OperationBlob, { blob }: { readonly blob: BlobValue }): boolean {
  return content instanceof Uint8Array || content.key !== blob.key;
}
