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

interface UploadsMarker {
  readonly KeyMarker?: string | undefined;
  readonly UploadIdMarker?: string | undefined;
}

async function abortUploads(objects: S3Objects, folder: string, beforeMs: number): Promise<void> {
  const { sdk, client, clock } = objects.connection;
  const { bucket: Bucket, prefix } = objects.options;
  const Prefix = prefix + folder;
  let marker: UploadsMarker | undefined = {};
  while (marker) {
    const list = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, ...marker });
    const page: ListMultipartUploadsCommandOutput = await translated(client.send(list));
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (clock.instantOf(Initiated) >= beforeMs) continue;
      const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
      await objects.unlessMissing(client.send(abort));
    }
    const { IsTruncated, NextKeyMarker, NextUploadIdMarker } = page;
    marker = IsTruncated
      ? { KeyMarker: NextKeyMarker, UploadIdMarker: NextUploadIdMarker }
      : undefined;
  }
}
