import { setting } from './setting-definition.ts';
import { integer, listOf } from './setting-values.ts';

const videoConversions = ['MP4 480p', 'WebM 480p', 'Ogg 480p'] as const;

/** Settings for what is made of files. */
export const conversionSettings = {
  conversionProcesses: setting({
    env: 'CARTULARY_CONVERSION_PROCESSES',
    description:
      'files that are worked on at the same time in the background, in a process each; 0: none is, beside conversions that users schedule',
    default: 1,
    parse: integer(0, 16, 'processes'),
  }),
  ocrLanguages: setting<readonly string[]>({
    env: 'CARTULARY_OCR_LANGUAGES',
    description:
      'languages of the text on scans and pictures, as tesseract names them (eng, deu); none: it is not read',
    default: [],
    parse: listOf(
      (text) => (/^[a-z]{3}(?:_[a-z]+)*$/i.test(text) ? text : undefined),
      'a language as tesseract names it, such as eng or chi_sim',
    ),
  }),
  ocrPagesMax: setting({
    env: 'CARTULARY_OCR_PAGES_MAX',
    description: 'pages without text of a file on which it is recognized, from the first',
    default: 50,
    parse: integer(1, 1_000, 'pages'),
  }),
  requestConversionProcesses: setting({
    env: 'CARTULARY_REQUEST_CONVERSION_PROCESSES',
    description:
      'conversions that requests wait for, at the same time, in a process each; work of the background does not take them',
    default: 2,
    parse: integer(1, 64, 'processes'),
  }),
  videoConversions: setting({
    env: 'CARTULARY_VIDEO_CONVERSIONS',
    description:
      'what every video is converted to where ffmpeg is installed, of MP4 480p, WebM 480p, Ogg 480p; empty: others are made on request only',
    default: ['MP4 480p', 'WebM 480p'],
    parse: listOf(
      (text) => videoConversions.find((name) => name === text),
      'MP4 480p, WebM 480p or Ogg 480p',
    ),
  }),
} as const;
