/** With which a client puts the objects of one batch into the object storage by itself, and does nothing else. */
export interface DirectGrant {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly expiresMs: number;
  readonly bucket: string;
  /** What the names of all its objects begin with. Ends with a slash. */
  readonly prefix: string;
  readonly region: string;
  /** That of AWS when null. */
  readonly endpoint: string | null;
  /** The bucket is in the path and not in the name of the host. */
  readonly isPathStyle: boolean;
}

/** What a client has put there. */
export interface DirectObject {
  readonly batchId: string;
  /** Its whole name in the bucket. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Null where the client has named none. */
  readonly mimeType: string | null;
  /** Without quotes. */
  readonly etag: string;
}

interface StagedObject<Staged> {
  readonly staged: Staged;
  /** Hexadecimal. */
  readonly md5: string;
}

/**
 * Files that clients put into the object storage of contents without sending them through the server. Each
 * batch has a place of its own, which only the credentials of that batch can write to and none can read.
 * `Staged` is the staged content of the store.
 */
export interface DirectUploads<Staged> {
  readonly bucket: string;

  /** @throws AppError store.unavailable when the service that issues credentials refuses or does not answer */
  grant(batchId: string): Promise<DirectGrant>;

  /**
   * Undefined when there is no such object.
   *
   * @throws AppError permission.denied for what is not in the place of the batch
   */
  find(batchId: string, name: string): Promise<DirectObject | undefined>;

  /**
   * Copies the object within the storage to where no client can write, and reads the copy once.
   *
   * @throws AppError batch.mismatch when the object was removed or replaced meanwhile
   */
  stage(object: DirectObject): Promise<StagedObject<Staged>>;

  remove(object: DirectObject): Promise<void>;

  /** With uploads in parts that were not finished. */
  removeBatch(batchId: string): Promise<void>;

  /** Ids of the batches that have anything there. */
  listBatches(): Promise<readonly string[]>;
}
