/** A file in the folder of a conversion. */
export interface ConversionFile {
  readonly path: string;
  readonly mimeType: string | null;
  readonly name: string | null;
  /** The character set of a text, where it is declared. */
  readonly encoding: string | null;
}

/** Parameters of a conversion, as clients send them. */
export type ConversionParameters = Readonly<Record<string, string>>;
