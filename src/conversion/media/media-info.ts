import { NothingMade } from '../external-program.ts';
import type { WorkPlace } from '../workshop.ts';
import { inputBounds } from './media-program.ts';

interface MediaStream {
  /** One line about all of it. */
  readonly streamInfo: string;
  /** `Video`, `Audio`, `Subtitle` and so on. */
  readonly type: string;
  readonly codec: string | null;
  /** Kilobits per second. */
  readonly bitRate: number | null;
}

/** What a file says of its video and sound; a file with sound only has no size. */
export interface MediaInfo {
  /** Seconds. */
  readonly duration: number | null;
  /** As it is shown, in pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Names of the container, with commas. */
  readonly format: string;
  /** Pictures per second. */
  readonly frameRate: number | null;
  readonly streams: readonly MediaStream[];
}

/** More are not described. */
const streamsMax = 32;

/**
 * Asks `ffprobe` about a file of the place.
 *
 * @throws NothingMade when it is no video and no sound; ProgramMissing, WorkExhausted
 */
export async function inspectMedia(place: WorkPlace, path: string): Promise<MediaInfo> {
  const show = ['-print_format', 'json', '-show_format', '-show_streams'];
  const args = ['-loglevel', 'quiet', ...show, ...inputBounds, `file:${path}`];
  const output = await place.runProgram('ffprobe', args);
  if (output.length === 0) throw new NothingMade('ffprobe finds neither a video nor a sound in it');
  return readInfo(JSON.parse(output.toString('utf8')) as ProbeReply);
}

/** Numbers are texts, also those that are missing: `N/A`. */
interface ProbeReply {
  readonly format?: { readonly format_name?: string; readonly duration?: string };
  readonly streams?: readonly ProbeStream[];
}

interface ProbeStream {
  readonly codec_type?: string;
  readonly codec_name?: string;
  readonly bit_rate?: string;
  readonly duration?: string;
  readonly width?: number;
  readonly height?: number;
  readonly pix_fmt?: string;
  readonly avg_frame_rate?: string;
  readonly sample_rate?: string;
  readonly channel_layout?: string;
  readonly disposition?: { readonly attached_pic?: number };
  readonly side_data_list?: readonly { readonly rotation?: number }[];
}

function readInfo({ format = {}, streams = [] }: ProbeReply): MediaInfo {
  const some = streams.slice(0, streamsMax);
  const video = some.find((each) => each.codec_type === 'video' && !isCover(each));
  const rotation = video?.side_data_list?.find((each) => each.rotation !== undefined)?.rotation;
  const isTurned = Math.abs(rotation ?? 0) % 180 === 90;
  const [width, height] = isTurned ? [video?.height, video?.width] : [video?.width, video?.height];
  const duration = positive(format.duration) ?? positive(video?.duration ?? some[0]?.duration);
  return {
    duration,
    width: width || null,
    height: height || null,
    format: format.format_name ?? 'unknown',
    frameRate: video ? rateOf(video) : null,
    streams: some.map(readStream),
  };
}

/** The picture of an album is stored as a video of one picture. */
function isCover({ disposition }: ProbeStream): boolean {
  return disposition?.attached_pic === 1;
}

function readStream(stream: ProbeStream, index: number): MediaStream {
  const { codec_type = 'unknown', codec_name = null, bit_rate } = stream;
  const type = codec_type.charAt(0).toUpperCase() + codec_type.slice(1);
  const bits = positive(bit_rate);
  const bitRate = bits === null ? null : Math.round(bits / 1000);
  const facts = [codec_name ?? 'unknown', ...factsOf(stream)];
  if (bitRate !== null) facts.push(`${bitRate} kb/s`);
  return {
    streamInfo: `Stream #0:${index}: ${type}: ${facts.join(', ')}`,
    type,
    codec: codec_name,
    bitRate,
  };
}

function factsOf(stream: ProbeStream): readonly string[] {
  const { pix_fmt, width, height, sample_rate, channel_layout } = stream;
  const rate = stream.codec_type === 'video' ? rateOf(stream) : null;
  const facts = [
    pix_fmt,
    width && height ? `${width}x${height}` : undefined,
    rate === null ? undefined : `${rate} fps`,
    sample_rate === undefined ? undefined : `${sample_rate} Hz`,
    channel_layout,
  ];
  return facts.filter((fact) => fact !== undefined);
}

/** A fraction such as `30000/1001`. */
function rateOf({ avg_frame_rate = '' }: ProbeStream): number | null {
  const [numerator = 0, denominator = 0] = avg_frame_rate.split('/').map(Number);
  const rate = Math.round((numerator / denominator) * 100) / 100;
  return Number.isFinite(rate) && rate > 0 ? rate : null;
}

function positive(text: string | undefined): number | null {
  const value = Number(text ?? Number.NaN);
  return Number.isFinite(value) && value > 0 ? value : null;
}
