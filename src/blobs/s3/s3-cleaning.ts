import type { ListMultipartUploadsCommandOutput } from '@aws-sdk/client-s3';
import { now } from '../../base/clock.ts';
import {
  announcedFolder,
  asideFolder,
  chunksFolder,
  contentsFolder,
  stagedFolder,
} from './s3-names.ts';
import { type S3Objects, translated } from './s3-objects.ts';

/** Removes what interrupted transfers have left: staged contents, announcements, parts of unfinished uploads. */
export async function cleanS3(
  objects: S3Objects,
  { olderThanMs }: { readonly olderThanMs?: number },
): Promise<void> {
  const beforeMs = olderThanMs === undefined ? Number.POSITIVE_INFINITY : now() - olderThanMs;
  for (const folder of [stagedFolder, announcedFolder]) {
    for await (const page of objects.list(folder)) {
      const old = page.filter(({ modifiedMs }) => modifiedMs < beforeMs);
      await objects.removeAll(old.map(({ name }) => name));
    }
  }
  for (const folder of [stagedFolder, chunksFolder, contentsFolder, asideFolder]) {
    await abortUploads(objects, folder, beforeMs);
  }
}

/** Removes the parts of uploads that began before that and were not finished. */
export async function abortUploads(
  objects: S3Objects,
  folder: string,
  beforeMs: number,
): Promise<void> {
  const { sdk, client } = objects.connection;
  for await (const { name, id, beganMs } of unfinishedUploads(objects, folder)) {
    if (beganMs >= beforeMs) continue;
    const abort = new sdk.AbortMultipartUploadCommand({ ...objects.placeOf(name), UploadId: id });
    await objects.unlessMissing(client.send(abort));
  }
}

interface UnfinishedUpload {
  /** Of the object, below the prefix of the store. */
  readonly name: string;
  readonly id: string;
  readonly beganMs: number;
}

interface UploadsMarker {
  readonly KeyMarker?: string | undefined;
  readonly UploadIdMarker?: string | undefined;
}

export async function* unfinishedUploads(
  objects: S3Objects,
  folder: string,
): AsyncGenerator<UnfinishedUpload> {
  const { sdk, client, clock } = objects.connection;
  const { bucket: Bucket, prefix } = objects.options;
  const Prefix = prefix + folder;
  let marker: UploadsMarker | undefined = {};
  while (marker) {
    const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...marker });
    const page: ListMultipartUploadsCommandOutput = await translated(client.send(list));
    for (const { Key = '', UploadId = '', Initiated } of page.Uploads ?? []) {
      yield { name: Key.slice(prefix.length), id: UploadId, beganMs: clock.instantOf(Initiated) };
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    marker = IsTruncated
      ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
      : undefined;
  }
}
