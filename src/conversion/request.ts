import type { ThumbnailFormat } from '../content/thumbnail-format.ts';

/** What a process is asked to make of a file, whose bytes follow. */
export interface ConversionRequest {
  readonly format: ThumbnailFormat;
  /** The longer side of the picture; it is never enlarged beyond the size of the file. */
  readonly sideMax: number;
  /** The declared character set of a text. */
  readonly encoding: string | null;
  /** The orientation that is stored in the picture is done already. */
  readonly isUpright?: boolean;
}

/** The head of the reply; the bytes of the result follow. */
export type ConversionReply =
  | { readonly mimeType: string; readonly width: number; readonly height: number }
  | { readonly failure: string };
