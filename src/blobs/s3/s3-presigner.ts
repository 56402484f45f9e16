import type { ContentPresentation } from '../blob-store.ts';
import { type S3Objects, translated } from './s3-objects.ts';

export interface S3AddressOptions {
  /** How long an address may be used. */
  readonly lifeSeconds: number;
  /** At which clients reach S3; the one that the server uses when null. */
  readonly publicEndpoint: string | null;
}

type Sign = (name: string, presentation: ContentPresentation) => Promise<string>;

/** Makes addresses at which a client reads an object without credentials. They are computed, not asked for. */
export class S3Presigner {
  readonly #objects: S3Objects;
  readonly #options: S3AddressOptions;
  #signing: Promise<Sign> | undefined;

  constructor(objects: S3Objects, options: S3AddressOptions) {
    this.#objects = objects;
    this.#options = options;
  }

  async addressOf(name: string, presentation: ContentPresentation): Promise<string> {
    this.#signing ??= this.#open();
    const sign = await this.#signing;
    return translated(sign(name, presentation));
  }

  /** The package is loaded for the first address. */
  async #open(): Promise<Sign> {
    const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
    const { sdk, client } = this.#objects.connection;
    const { lifeSeconds, publicEndpoint } = this.#options;
    const { config } = client;
    const signing = new sdk.S3Client({
      region: config.region,
      credentials: config.credentials,
      forcePathStyle: this.#objects.options.isPathStyle,
      ...endpointOf(publicEndpoint ?? this.#objects.options.endpoint),
    });
    return (name, { contentType, contentDisposition }) => {
      const get = new sdk.GetObjectCommand({
        ...this.#objects.placeOf(name),
        ResponseContentType: contentType,
        ResponseContentDisposition: contentDisposition,
        ResponseCacheControl: 'private, max-age=0',
      });
      return getSignedUrl(signing, get, { expiresIn: lifeSeconds });
    };
  }
}

function endpointOf(endpoint: string | null) {
  return endpoint === null ? {} : { endpoint };
}
