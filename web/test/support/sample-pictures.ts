import sharp from 'sharp';

const size = '0 0 1600 1067';

/** The arch bridge of the drawings, with its hangers between the arch and the deck. */
function arch(left: number, right: number, deck: number, rise: number): string {
  const hangers = Array.from({ length: 13 }, (_each, at) => {
    const part = at / 12;
    const x = left + (right - left) * part;
    return `M${x.toFixed(0)} ${deck}V${(deck - 4 * rise * part * (1 - part)).toFixed(0)}`;
  });
  const middle = (left + right) / 2;
  return `<path d="M${left} ${deck}Q${middle} ${deck - 2 * rise} ${right} ${deck}"/><path d="M${left - 120} ${deck}H${right + 120}M${left - 120} ${deck + 22}H${right + 120}"/><path d="${hangers.join('')}"/>`;
}

export interface Drawing {
  readonly title: string;
  readonly number: string;
}

/** A technical drawing with a frame and a title block, as SVG. */
export function drawingFile({ title, number }: Drawing): string {
  const grid = Array.from({ length: 15 }, (_each, at) => `M${100 + at * 100} 60V1007`).join('');
  const font = 'font-family="DejaVu Sans, sans-serif" fill="#123a6b"';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="${size}"><rect width="1600" height="1067" fill="#fdfdf8"/><path d="${grid}" stroke="#d6e0ea" fill="none"/><g stroke="#123a6b" stroke-width="3" fill="none"><rect x="60" y="60" width="1480" height="947"/>${arch(260, 1340, 640, 340)}<path d="M260 662V800M1340 662V800M200 800H320M1280 800H1400"/><path d="M260 860H1340M260 845V875M1340 845V875" stroke-width="2"/><rect x="1080" y="887" width="460" height="120" fill="#fdfdf8"/></g><text x="800" y="850" font-size="26" text-anchor="middle" ${font}>84 000</text><text x="1100" y="940" font-size="34" ${font}>${title}</text><text x="1100" y="984" font-size="24" ${font}>${number}   1:200   rev B</text></svg>`;
}

export function drawingPicture(drawing: Drawing): Promise<Buffer> {
  return sharp(Buffer.from(drawingFile(drawing)))
    .png({ palette: true })
    .toBuffer();
}

export interface Photograph {
  readonly sky: readonly [above: string, below: string];
  readonly hills: string;
  readonly water: string;
  readonly steel: string;
  /** Of the sun. */
  readonly sun: readonly [x: number, y: number];
}

/** A photograph of the building site. */
export function photographFile({ sky, hills, water, steel, sun }: Photograph): Promise<Buffer> {
  const [above, below] = sky;
  const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="1067" viewBox="${size}"><defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${above}"/><stop offset="1" stop-color="${below}"/></linearGradient><linearGradient id="w" x2="0" y2="1"><stop stop-color="${below}"/><stop offset="1" stop-color="${water}"/></linearGradient></defs><rect width="1600" height="720" fill="url(#s)"/><circle cx="${sun[0]}" cy="${sun[1]}" r="60" fill="#fff" opacity=".75"/><path d="M0 640Q260 420 560 600T1120 560T1600 620V740H0Z" fill="${hills}" opacity=".55"/><path d="M0 700Q400 600 800 680T1600 660V760H0Z" fill="${hills}"/><rect y="730" width="1600" height="337" fill="url(#w)"/><g stroke="${steel}" stroke-width="9" fill="none">${arch(320, 1280, 690, 260)}<path d="M320 712V800M1280 712V800" stroke-width="30"/></g><g stroke="#fff" opacity=".35" stroke-width="4"><path d="M200 850H520M700 900H1100M300 960H620M1000 990H1420"/></g></svg>`;
  return sharp(Buffer.from(picture)).blur(1.2).jpeg({ quality: 82 }).toBuffer();
}
