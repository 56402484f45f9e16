import { AppError } from '../../base/errors/app-error.ts';
import type { BlobInput } from '../../model/blob-input.ts';
import { getAtXpath } from '../../model/property-access.ts';
import { type BlobValue, isBlobValue } from '../../model/value.ts';
import { findXpath } from '../../model/xpath.ts';
import type { WriteHandle } from '../../storage/database.ts';
import { getDocument } from '../documents/documents.ts';
import { type UnitContext, unitAtPresent } from '../unit/unit.ts';
import { resolveBlobInput } from './blob-inputs.ts';
import { type LeasedBlob, releaseLeases } from './blob-leases.ts';
import type { BlobServices } from './blobs.ts';
import { documentBlob } from './document-blob.ts';
import { fetchFromOthers } from './other-batches.ts';
import { withStoredType } from './typed-blob.ts';
import { dropBatches } from './upload-batches.ts';

type BatchInput = Extract<BlobInput, { readonly kind: 'batch' }>;

/**
 * The blobs that a request's properties name, stored and held until the unit that refers to them:
 * that unit calls `release` once.
 */
export class HeldBlobs {
  readonly #services: BlobServices;
  readonly #context: UnitContext;
  /** Lease → the key it holds. */
  readonly #leases = new Map<string, string>();
  readonly #contentKeys = new Set<string>();
  readonly #batchIds: string[] = [];
  /** Of batches in other repositories. */
  readonly #dropsElsewhere: (() => Promise<void>)[] = [];

  constructor(services: BlobServices, context: UnitContext) {
    this.#services = services;
    this.#context = context;
  }

  /**
   * For a property of a document. A blob of a stored document is used unchanged.
   *
   * @throws AppError as `resolve`
   */
  async resolveForDocument(input: BlobInput): Promise<BlobValue | undefined> {
    const blob = await this.resolve(input);
    if (!blob || input.kind === 'document') return blob;
    return documentBlob(await withStoredType(this.#services, blob));
  }

  /**
   * With the name and type that were sent.
   *
   * @throws AppError blob.reference-invalid, permission.denied; as `BlobStore.stage`
   */
  async resolve(input: BlobInput): Promise<BlobValue | undefined> {
    const resolved = await resolveBlobInput(this.#services, input, {
      principal: this.#context.principal,
      readDocumentBlob: (repository, id, xpath) => {
        this.#refuseOtherRepository(repository);
        return this.#readBlob(id, xpath);
      },
    });
    if (!resolved) {
      if (input.kind !== 'batch') return undefined;
      return (await this.#fetchFromOthers(input)) ?? refuseUnknownBatch(input);
    }
    const { blob, leaseId } = resolved;
    if (leaseId !== undefined) this.hold({ blob, leaseId });
    if (input.kind === 'batch') this.#batchIds.push(input.batchId);
    return blob;
  }

  /** Takes over a lease of other code. */
  hold({ blob, leaseId }: LeasedBlob): void {
    this.#leases.set(leaseId, blob.key);
    this.#contentKeys.add(blob.key);
  }

  /** The contents that were ever held by a lease. */
  get contentKeys(): readonly string[] {
    return [...this.#contentKeys];
  }

  /** Whether `release` has nothing to do. */
  get isEmpty(): boolean {
    return this.#leases.size === 0 && this.#batchIds.length === 0;
  }

  /**
   * In the unit that refers to the blobs. Used batches are removed too, unless they are kept;
   * leases of the contents in `except` stay.
   */
  async release(
    handle: WriteHandle,
    { keepsBatches, except }: { keepsBatches: boolean; except?: ReadonlySet<string> },
  ): Promise<void> {
    const leaseIds = [...this.#leases].filter(([, key]) => !except?.has(key)).map(([id]) => id);
    for (const id of leaseIds) this.#leases.delete(id);
    const batchIds = this.#batchIds.splice(0);
    if (leaseIds.length > 0) await releaseLeases(handle, leaseIds);
    if (batchIds.length > 0 && !keepsBatches) {
      await dropBatches(handle, batchIds, this.#context.principal);
    }
    const drops = this.#dropsElsewhere.splice(0);
    // A batch that stays expires by itself.
    if (!keepsBatches) {
      handle.afterCommit(() => drops.forEach((drop) => void drop().catch(() => undefined)));
    }
  }

  async #fetchFromOthers(input: BatchInput): Promise<BlobValue | undefined> {
    const { stores, principal } = this.#context;
    const others = stores.filter(
      ({ repositoryName }) => repositoryName !== this.#context.repositoryName,
    );
    const fetched = await fetchFromOthers(this.#services, input, { others, principal });
    if (!fetched) return undefined;
    this.hold(fetched.leased);
    this.#dropsElsewhere.push(fetched.drop);
    return fetched.leased.blob;
  }

  /** @throws AppError blob.reference-invalid */
  #refuseOtherRepository(name: string): void {
    const { repositoryName: own } = this.#context;
    if (name === own) return;
    throw new AppError(
      'blob.reference-invalid',
      `data: the file is in the repository ${name.slice(0, 100)} and the document in ${own}; upload it instead`,
    );
  }

  async #readBlob(id: string, xpathText: string): Promise<BlobValue | undefined> {
    const document = await this.#services.database.read((handle) =>
      getDocument(unitAtPresent(handle, this.#context), { id }),
    );
    const xpath = findXpath(document.shape, xpathText);
    const value = xpath && getAtXpath(document.properties, xpath);
    return isBlobValue(value) ? value : undefined;
  }
}

/** Ignoring it would lose a file that the client believes stored. */
function refuseUnknownBatch(input: BatchInput): never {
  throw new AppError(
    'blob.reference-invalid',
    `upload-batch ${input.batchId} has no complete file ${input.fileId}; upload it and try again`,
  );
}
