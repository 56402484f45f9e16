/** Where the chunks of a content go. */
export interface ContentWriter {
  /** A promise when the sender has to wait. */
  add(chunk: Buffer): void | Promise<void>;
  /** Everything is stored when this resolves. */
  finish(): Promise<void>;
  /** Waits until nothing is being written any more, also after failures. */
  settle(): Promise<void>;
}
