interface VideoConversion {
  readonly name: string;
  readonly container: 'mp4' | 'webm' | 'ogg';
  /** Pixels; lower videos are not enlarged. */
  readonly height: number;
}

/** What videos are converted to, in the order in which the results are stored. */
export const videoConversions = [
  { name: 'MP4 480p', container: 'mp4', height: 480 },
  { name: 'WebM 480p', container: 'webm', height: 480 },
  { name: 'Ogg 480p', container: 'ogg', height: 480 },
] as const satisfies readonly VideoConversion[];

export type VideoConversionName = (typeof videoConversions)[number]['name'];

export const videoConversionNames: readonly VideoConversionName[] = videoConversions.map(
  ({ name }) => name,
);
