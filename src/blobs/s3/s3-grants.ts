import { AppError } from '../../base/errors/app-error.ts';
import type { DirectGrant } from '../direct-uploads.ts';
import { describeS3Error, retryAfterSeconds } from './s3-errors.ts';
import type { S3Objects } from './s3-objects.ts';

/** How credentials for clients are issued. */
export interface S3GrantOptions {
  /** The role that the clients act in, restricted to the objects of one batch. */
  readonly roleArn: string;
  readonly lifeSeconds: number;
  /** Of the service that issues credentials; that of S3 when null, and that of AWS where S3 has none. */
  readonly stsEndpoint: string | null;
  /** At which clients reach S3; the one that the server uses when null. */
  readonly publicEndpoint: string | null;
}

/** What a client needs to put objects, also in parts, and to see which parts have arrived. */
const allowedActions = ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'];

type StsPackage = typeof import('@aws-sdk/client-sts');

interface CredentialService {
  readonly sdk: StsPackage;
  readonly client: InstanceType<StsPackage['STSClient']>;
  readonly region: string;
}

/** Has the service for temporary credentials (STS) issue those that the client of one batch needs. */
export class S3Grants {
  readonly #objects: S3Objects;
  readonly #options: S3GrantOptions;
  #service: Promise<CredentialService> | undefined;

  constructor(objects: S3Objects, options: S3GrantOptions) {
    this.#objects = objects;
    this.#options = options;
  }

  /**
   * For the objects of a folder of the store.
   *
   * @throws AppError store.unavailable
   */
  async issue(session: string, folder: string): Promise<DirectGrant> {
    const { bucket, endpoint, isPathStyle, prefix: storePrefix } = this.#objects.options;
    const prefix = storePrefix + folder;
    this.#service ??= this.#open();
    const service = await this.#service;
    const credentials = await assumeRole(service, {
      RoleArn: this.#options.roleArn,
      RoleSessionName: session,
      DurationSeconds: this.#options.lifeSeconds,
      Policy: policyFor(this.#options.roleArn, `${bucket}/${prefix}`),
    });
    return {
      ...credentials,
      bucket,
      prefix,
      region: service.region,
      endpoint: this.#options.publicEndpoint ?? endpoint,
      isPathStyle,
    };
  }

  /** The package is loaded when the first client asks for credentials. */
  async #open(): Promise<CredentialService> {
    const sdk = await import('@aws-sdk/client-sts');
    const { options, connection } = this.#objects;
    const { config } = connection.client;
    const endpoint = this.#options.stsEndpoint ?? options.endpoint;
    const { timeoutMs } = options;
    const client = new sdk.STSClient({
      region: config.region,
      credentials: config.credentials,
      ...(endpoint !== null && { endpoint }),
      requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
    });
    return { sdk, client, region: await config.region() };
  }
}

type IssuedCredentials = Pick<
  DirectGrant,
  'accessKeyId' | 'secretAccessKey' | 'sessionToken' | 'expiresMs'
>;

async function assumeRole(
  { sdk, client }: CredentialService,
  role: ConstructorParameters<StsPackage['AssumeRoleCommand']>[0],
): Promise<IssuedCredentials> {
  const { Credentials } = await client.send(new sdk.AssumeRoleCommand(role)).catch((error) => {
    throw unavailable(describeS3Error(error));
  });
  const { AccessKeyId, SecretAccessKey, SessionToken, Expiration } = Credentials ?? {};
  if (!AccessKeyId || !SecretAccessKey || !SessionToken || !Expiration) {
    throw unavailable('the service answered without any');
  }
  return {
    accessKeyId: AccessKeyId,
    secretAccessKey: SecretAccessKey,
    sessionToken: SessionToken,
    expiresMs: Expiration.getTime(),
  };
}

function unavailable(reason: string): AppError {
  return new AppError(
    'store.unavailable',
    `no credentials for a direct upload: ${reason}; check directUploadRole, directUploadMinutes and stsEndpoint`,
    { detail: { retryAfterSeconds } },
  );
}

/** The session may do what both the role and this allow. */
function policyFor(roleArn: string, place: string): string {
  // Some regions of AWS are in a part of their own.
  const [, partition] = roleArn.split(':');
  const statement = {
    Effect: 'Allow',
    Action: allowedActions,
    Resource: [`arn:${partition}:s3:::${place}*`],
  };
  return JSON.stringify({ Version: '2012-10-17', Statement: [statement] });
}
