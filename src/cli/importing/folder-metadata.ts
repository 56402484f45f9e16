import { lstat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing } from '../../blobs/disk-errors.ts';
import type { ContentModel } from '../../model/content-model.ts';
import { csvFileName, type Description, describedFileName, jsonFileName } from './description.ts';
import type { FolderNode } from './folder-node.ts';
import { MetadataError, readFolderCsv, readFolderJson } from './metadata-files.ts';
import { type IndexedDescription, MetadataIndex } from './metadata-index.ts';

interface FolderMetadataOptions {
  readonly model: ContentModel;
  /** Its folders are entered although their metadata cannot be used, to find all mistakes. */
  readonly isDryRun: boolean;
  /** Called for mistakes that concern no single file of the import. */
  onFailure(place: string, error: unknown): void;
}

/** The metadata files of the folders that are being walked. */
export class FolderMetadata {
  readonly #options: FolderMetadataOptions;
  readonly #index = new MetadataIndex();
  readonly #folders = new Map<FolderNode, number>();
  #last = 0;

  constructor(options: FolderMetadataOptions) {
    this.#options = options;
  }

  /** Reads the metadata files of a folder. When they cannot be used, nothing in it is imported. */
  async enter(node: FolderNode, signal: AbortSignal): Promise<void> {
    this.#last += 1;
    const folder = this.#last;
    this.#folders.set(node, folder);
    try {
      for await (const some of readFolderCsv(node.source, this.#options.model)) {
        this.#add(folder, some);
        if (signal.aborted) return;
      }
      this.#add(folder, await readFolderJson(node.source));
    } catch (error) {
      if (!(error instanceof MetadataError)) throw error;
      this.#options.onFailure(node.source, error);
      if (this.#options.isDryRun) this.#folders.delete(node);
      else node.hasFailed = true;
    }
  }

  #add(folder: number, entries: readonly IndexedDescription[]): void {
    for (const { name, place } of this.#index.add(folder, entries)) {
      const reason = `describes "${name}", which has a description already: remove one of the two`;
      this.#options.onFailure(place, new Error(reason));
    }
  }

  take(node: FolderNode, fileName: string): Description | null {
    const folder = this.#folders.get(node);
    return folder === undefined ? null : this.#index.take(folder, fileName);
  }

  /** Reports the descriptions of files that are not there. */
  leave(node: FolderNode): void {
    const folder = this.#folders.get(node);
    if (folder === undefined) return;
    this.#folders.delete(node);
    if (!node.hasFailed) {
      for (const { name, place } of this.#index.unused(folder)) {
        const reason = `there is no file or folder "${name}" beside it: correct the name`;
        this.#options.onFailure(place, new Error(reason));
      }
    }
    this.#index.remove(folder);
  }

  /** A file that describes one other must be beside it. */
  async requireDescribed(source: string, fileName: string): Promise<void> {
    const described = describedFileName(fileName);
    if (described === undefined || fileName === csvFileName || fileName === jsonFileName) return;
    try {
      await lstat(join(dirname(source), described));
    } catch (error) {
      if (!isMissing(error)) throw error;
      const reason = `there is no file or folder "${described}" beside it: correct the name`;
      this.#options.onFailure(source, new Error(reason));
    }
  }

  close(): void {
    this.#index.close();
  }
}
