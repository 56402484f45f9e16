interface PictureConversion {
  readonly title: string;
  readonly description: string;
  /** Pixels of the longer side at most; null for the size of the picture. */
  readonly sideMax: number | null;
}

/** The views that every picture has, in the order in which they are stored. */
export const pictureConversions: readonly PictureConversion[] = [
  { title: 'Thumbnail', description: 'Thumbnail size', sideMax: 100 },
  { title: 'Small', description: 'Small size', sideMax: 560 },
  { title: 'Medium', description: 'Medium size', sideMax: 1_000 },
  { title: 'FullHD', description: 'Full HD size', sideMax: 1_920 },
  { title: 'OriginalJpeg', description: 'Original jpeg image', sideMax: null },
];

const nameLengthMax = 200;

/** `Small_beach.jpg` for the view `Small` of `beach.png`. */
export function viewFileName(title: string, name: string | null): string {
  const base = (name ?? 'picture').replace(/\.[^./\\]{1,10}$/, '');
  return `${title}_${base.slice(0, nameLengthMax).toWellFormed()}.jpg`;
}
