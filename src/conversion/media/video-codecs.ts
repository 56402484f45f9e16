/** Containers that videos are converted to, with what browsers can play in them. */
export type VideoContainer = 'mp4' | 'webm' | 'ogg' | 'avi';

interface VideoCodecs {
  readonly mimeType: string;
  readonly extension: string;
  readonly video: readonly string[];
  readonly sound: readonly string[];
}

const opaque = ['-pix_fmt', 'yuv420p'];

export const videoCodecs: Readonly<Record<VideoContainer, VideoCodecs>> = {
  mp4: {
    mimeType: 'video/mp4',
    extension: 'mp4',
    // The index is at the beginning, so that a browser can start before it has all.
    video: [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '24',
      ...opaque,
      '-movflags',
      '+faststart',
    ],
    sound: ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
  },
  webm: {
    mimeType: 'video/webm',
    extension: 'webm',
    video: [
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '5',
      '-crf',
      '20',
      '-b:v',
      '1M',
      ...opaque,
    ],
    sound: ['-c:a', 'libvorbis', '-b:a', '128k', '-ac', '2'],
  },
  ogg: {
    mimeType: 'video/ogg',
    extension: 'ogv',
    video: ['-c:v', 'libtheora', '-q:v', '6', ...opaque],
    sound: ['-c:a', 'libvorbis', '-b:a', '128k', '-ac', '2'],
  },
  avi: {
    mimeType: 'video/x-msvideo',
    extension: 'avi',
    video: ['-c:v', 'mpeg4', '-q:v', '4', ...opaque],
    sound: ['-c:a', 'libmp3lame', '-b:a', '128k', '-ac', '2'],
  },
};

/** The container of a type, to which a changed video is written; MP4 if it is none of them. */
export function containerOf(mimeType: string | null): VideoContainer {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  const known = Object.entries(videoCodecs).find(([, codecs]) => codecs.mimeType === type);
  return (known?.[0] as VideoContainer | undefined) ?? 'mp4';
}

/** Streams of a result: one video, and one sound where there is one. */
export const firstStreams = ['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn'] as const;

/** Videos with more pictures per second are mistakes, or made to take long. */
const rateBound = ['-fpsmax', '60'] as const;

export function codecsFor(container: VideoContainer): readonly string[] {
  const { video, sound } = videoCodecs[container];
  return [...video, ...sound, ...rateBound];
}
