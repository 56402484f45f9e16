import type { EmbeddedValues } from '../../conversion/tasks/embedded-metadata.ts';
import type { ExifValues } from '../../conversion/tasks/exif.ts';
import type { Properties, PropertyValue } from '../../model/value.ts';
import type { MediaValues } from '../../repository/media/store-media.ts';

const colorSpaces: Readonly<Record<number, string>> = {
  1: 'sRGB',
  2: 'Adobe RGB',
  65535: 'Uncalibrated',
};
const whiteBalances: Readonly<Record<number, string>> = { 0: 'Auto', 1: 'Manual' };

/** Where the values of EXIF, IPTC and XMP are stored. A picture without a value clears that of an older file. */
export function embeddedProperties(
  values: EmbeddedValues,
): Pick<MediaValues, 'properties' | 'defaults'> {
  const { exif, iptc, xmp } = values;
  const defaults = {
    'dc:description': iptc.caption ?? xmp.description ?? exif.imageDescription,
    'dc:rights': iptc.copyright ?? xmp.rights ?? exif.copyright,
    'dc:source': iptc.source ?? xmp.source,
  };
  return { properties: imageMetadata(values), defaults: onlySet(defaults) };
}

function imageMetadata({ exif, iccProfile }: EmbeddedValues): Properties {
  const { focalLength, colorSpace, whiteBalance, orientation, iso } = exif;
  const values: Readonly<Record<string, PropertyValue | undefined>> = {
    'imd:image_description': exif.imageDescription,
    'imd:user_comment': exif.userComment,
    'imd:equipment': equipmentOf(exif),
    'imd:date_time_original': takenAt(exif),
    'imd:xresolution': rounded(exif.xResolution),
    'imd:yresolution': rounded(exif.yResolution),
    'imd:pixel_xdimension': rounded(exif.pixelWidth),
    'imd:pixel_ydimension': rounded(exif.pixelHeight),
    'imd:copyright': exif.copyright,
    'imd:exposure_time': exif.exposureTime,
    'imd:iso_speed_ratings': textOf(iso),
    'imd:focal_length': focalLength,
    'imd:focalLength': focalLength === undefined ? undefined : `${focalLength} mm`,
    'imd:fnumber': exif.fNumber,
    'imd:color_space': named(colorSpaces, colorSpace),
    'imd:white_balance': named(whiteBalances, whiteBalance),
    'imd:icc_profile': iccProfile,
    'imd:orientation': textOf(orientation),
  };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? null]));
}

/** Most models begin with the name of the maker. */
function equipmentOf({ make, model }: ExifValues): string | undefined {
  if (make === undefined || model === undefined) return model ?? make;
  return model.toLowerCase().startsWith(make.toLowerCase()) ? model : `${make} ${model}`;
}

/** Without an offset the time of the camera counts as universal time. */
function takenAt({ dateTimeOriginal = '', offset = '' }: ExifValues): number | undefined {
  const parts = /^(\d{4}):(\d{2}):(\d{2}) (\d{2}):(\d{2}):(\d{2})/.exec(dateTimeOriginal);
  if (!parts) return undefined;
  const [, year, month, day, hour, minute, second] = parts;
  const zone = /^[+-]\d{2}:\d{2}$/.test(offset) ? offset : 'Z';
  const ms = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`);
  return Number.isNaN(ms) ? undefined : ms;
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.round(value);
}

function textOf(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value);
}

function named(
  names: Readonly<Record<number, string>>,
  value: number | undefined,
): string | undefined {
  return value === undefined ? undefined : (names[value] ?? String(value));
}

function onlySet(values: Readonly<Record<string, string | undefined>>): Properties {
  const set = Object.entries(values).flatMap(([key, value]) => (value ? [[key, value]] : []));
  return Object.fromEntries(set);
}
