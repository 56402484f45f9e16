import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { CreateBucketCommand, type S3Client } from '@aws-sdk/client-s3';
import { inject } from 'vitest';
import { gatewayRegion, objectClient } from './object-client.ts';
import {
  addRole,
  addUser,
  administrate,
  type ClusterAccess,
  end,
  type Keys,
  missingClusterProgram,
  startGateway,
} from './object-cluster.ts';

/** Of a hook that may have to start the gateway, on a machine that is busy with much else. */
export const gatewayTimeoutMs = 400_000;

/** Whether the programs of a Ceph object gateway are installed; says so where they are not. */
export async function hasObjectGateway(): Promise<boolean> {
  const missing = await missingClusterProgram();
  if (missing === undefined) return true;
  process.stdout.write(
    `skipped: the program ${missing} is not installed (packages ceph-mon ceph-osd ceph-common radosgw)\n`,
  );
  return false;
}

/** A gateway of this test alone, to be killed. What is stored through one gateway is read through all. */
export interface OwnGateway {
  readonly endpoint: string;
  kill(): Promise<void>;
  /** At the same address. */
  start(): Promise<void>;
}

export interface ObjectGateway extends Keys {
  readonly endpoint: string;
  readonly region: string;
  /** A client of the SDK with these keys, which the caller destroys. */
  client(keys?: Keys): S3Client;
  /** The name of a new, empty bucket. */
  newBucket(): Promise<string>;
  /** Keys of another user, who has no rights on the buckets of this one. */
  newUser(): Promise<Keys>;
  /** The name of a new role, in which this user may act. */
  newRole(): Promise<string>;
  /** Runs a command of `radosgw-admin` and returns what it has printed. */
  administrate(args: readonly string[]): Promise<string>;
  startOwn(): Promise<OwnGateway>;
}

/**
 * The real object gateway that all tests of the run share. The first call of the run takes about 15 s, see
 * `gatewayTimeoutMs`. It must not be killed; `startOwn` makes one that may be.
 */
export async function useObjectGateway(): Promise<ObjectGateway> {
  const { folder, endpoint, ...ownKeys } = await askForAccess();
  const client = (keys: Keys = ownKeys) => objectClient(endpoint, keys);
  return {
    ...ownKeys,
    endpoint,
    region: gatewayRegion,
    client,
    newBucket: async () => {
      const s3 = client();
      const name = `b-${randomBytes(8).toString('hex')}`;
      await s3.send(new CreateBucketCommand({ Bucket: name }));
      s3.destroy();
      return name;
    },
    newUser: () => addUser(folder, `u-${randomBytes(8).toString('hex')}`),
    newRole: () => addRole(folder, `r-${randomBytes(8).toString('hex')}`),
    administrate: (args) => administrate(folder, args),
    startOwn: () => startOwn(folder),
  };
}

async function askForAccess(): Promise<ClusterAccess> {
  const reply = JSON.parse(await text(connect(inject('objectGatewaySocket')))) as {
    readonly access?: ClusterAccess;
    readonly failure?: string;
  };
  if (reply.access === undefined) throw new Error(`no object gateway: ${reply.failure}`);
  return reply.access;
}

async function startOwn(folder: string): Promise<OwnGateway> {
  let gateway = await startGateway(folder);
  const { endpoint } = gateway;
  const port = Number(new URL(endpoint).port);
  return {
    endpoint,
    kill: () => end(gateway.process),
    start: async () => {
      await end(gateway.process);
      gateway = await startGateway(folder, port);
    },
  };
}
