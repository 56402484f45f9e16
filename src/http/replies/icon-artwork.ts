import { typeIcons } from '../../content/type-icons.ts';

/** A sheet of paper with a coloured sign. */
interface Artwork {
  readonly colour: string;
  /** Path data within 0 to 24, drawn in white on the colour. */
  readonly sign: string;
  readonly shape?: 'folder';
}

const lines = 'M4 6h16v2H4zM4 11h16v2H4zM4 16h10v2H4z';
const grid =
  'M3 4h18v16H3zM5 6v3h6V6zM13 6v3h6V6zM5 11v3h6v-3zM13 11v3h6v-3zM5 16v2h6v-2zM13 16v2h6v-2z';
const arrows = 'M12 3l5 6h-3v6h-4V9H7zM4 17h16v3H4z';

/** By family of types. */
const artworks = {
  application: {
    colour: '#6b7280',
    sign: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zm0 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z',
  },
  archive: {
    colour: '#a16207',
    sign: 'M10 2h4v3h-4zM10 7h4v3h-4zM10 12h4v2h2v7H8v-7h2zM11 17v2h2v-2z',
  },
  audio: { colour: '#be185d', sign: 'M9 3l11-2v14a3 3 0 1 1-2-3V6l-7 1v11a3 3 0 1 1-2-3z' },
  code: { colour: '#0f766e', sign: 'M8 5l2 2-5 5 5 5-2 2-7-7zM16 5l7 7-7 7-2-2 5-5-5-5z' },
  document: { colour: '#1d4ed8', sign: lines },
  drawing: { colour: '#c2410c', sign: 'M3 21L8 5l8 16zM16 3a5 5 0 1 1 0 10 5 5 0 0 1 0-10z' },
  email: { colour: '#0369a1', sign: 'M2 5h20v1l-10 7L2 6zM2 9l10 7 10-7v10H2z' },
  export: { colour: '#4b5563', sign: arrows },
  folder: { colour: '#d97706', sign: '', shape: 'folder' },
  image: {
    colour: '#15803d',
    sign: 'M2 4h20v16H2zM4 18h16l-5-8-4 5-3-3zM7 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4z',
  },
  note: { colour: '#ca8a04', sign: lines },
  pdf: { colour: '#b91c1c', sign: 'M4 3h9l7 7v11H4zM12 5v6h6zM7 14h10v2H7zM7 17h7v2H7z' },
  sheet: { colour: '#15803d', sign: grid },
  slides: { colour: '#c2410c', sign: 'M2 3h20v13H2zM4 5v9h16V5zM11 16h2v2l4 4h-3l-2-2-2 2H7l4-4z' },
  text: { colour: '#4b5563', sign: lines },
  video: { colour: '#7c3aed', sign: 'M2 5h14v14H2zM17 10l5-4v12l-5-4z' },
} as const satisfies Readonly<Record<string, Artwork>>;

export type IconFamily = keyof typeof artworks;

/** File names of icons without their endings; every family is an icon by its own name as well. */
const families: Readonly<Record<string, IconFamily>> = {
  csv: 'sheet',
  docx: 'document',
  file: 'application',
  java: 'code',
  mpp: 'sheet',
  odg: 'drawing',
  odp: 'slides',
  ods: 'sheet',
  odt: 'document',
  otg: 'drawing',
  otp: 'slides',
  ots: 'sheet',
  ott: 'document',
  ppt: 'slides',
  pptx: 'slides',
  ps: 'drawing',
  pub: 'document',
  py: 'code',
  stc: 'sheet',
  std: 'drawing',
  sti: 'slides',
  stw: 'document',
  sxc: 'sheet',
  sxd: 'drawing',
  sxi: 'slides',
  sxw: 'document',
  tar: 'archive',
  visio: 'drawing',
  wav: 'audio',
  word: 'document',
  workspace: 'folder',
  wpd: 'document',
  xls: 'sheet',
  xlsx: 'sheet',
  xml: 'code',
  zip: 'archive',
  zip_export: 'export',
  zip_tree_export: 'export',
};

const ending = /\.(?:png|gif|svg)$/;

/** The family of `pdf.png`; undefined for names that are no icons. */
export function iconFamily(fileName: string): IconFamily | undefined {
  const name = fileName.replace(ending, '');
  if (name === fileName && fileName !== '') return undefined;
  if (Object.hasOwn(artworks, name)) return name as IconFamily;
  if (Object.hasOwn(families, name)) return families[name];
  return typeIcons.has(fileName) ? 'application' : undefined;
}

/** The picture as SVG: sharp at every size, and a few hundred bytes. */
export function iconSvg(family: IconFamily): string {
  const { colour, sign, ...rest }: Artwork = artworks[family];
  const head =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">';
  if (rest.shape === 'folder') {
    const back = `<path d="M4 12h20l6 8h30v34H4z" fill="${colour}"/>`;
    return `${head}${back}<path d="M4 24h56v30H4z" fill="#fff" fill-opacity=".25"/></svg>`;
  }
  const sheet =
    '<path d="M12 3h28l14 14v44H12z" fill="#f8fafc" stroke="#94a3b8" stroke-width="2"/><path d="M40 3v14h14z" fill="#cbd5e1"/>';
  const label = `<rect x="6" y="26" width="32" height="28" rx="3" fill="${colour}"/>`;
  const drawn = `<path transform="translate(10 28)" fill="#fff" fill-rule="evenodd" d="${sign}"/>`;
  return `${head}${sheet}${label}${drawn}</svg>`;
}
