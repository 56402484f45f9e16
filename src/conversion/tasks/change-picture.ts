import { openPicture } from './open-picture.ts';
import type { TaskFolder } from './task-folder.ts';

export interface PictureChange {
  readonly path: string;
  readonly file: string;
  readonly format: 'jpeg' | 'png' | 'gif';
  /** Pixels that the picture must fit into; it is not enlarged. */
  readonly size?: { readonly width?: number; readonly height?: number };
  readonly crop?: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  /** Degrees, clockwise. */
  readonly angle?: number;
}

const white = '#ffffff';

export async function run(_folder: TaskFolder, change: PictureChange): Promise<object> {
  const { path, file, format, size, crop, angle } = change;
  // A turn of its own after the one that the camera has stored: one picture has one turn only.
  let picture = await openPicture(path);
  if (angle !== undefined) {
    const upright = await picture.png({ compressionLevel: 0 }).toBuffer();
    const { default: sharp } = await import('sharp');
    picture = sharp(upright).rotate(angle, { background: format === 'jpeg' ? white : '#00000000' });
  }
  if (crop) picture = picture.extract(crop);
  if (size) picture = picture.resize({ ...size, fit: 'inside', withoutEnlargement: true });
  // JPEG has no transparency.
  if (format === 'jpeg') picture = picture.flatten({ background: white });
  const { width, height } = await picture.toFormat(format).toFile(file);
  return { width, height };
}
