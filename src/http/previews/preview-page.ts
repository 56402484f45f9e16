import { escapeHtml } from '../../base/escape-html.ts';
import { previewStyle } from './preview-style.ts';

/** What is around the content of a page. */
export interface PageFrame {
  readonly before: string;
  readonly after: string;
  readonly policy: string;
}

const everywhere =
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/** Links of the content open in a window of their own, which is not bound by the policy of the page. */
const links = 'allow-popups allow-popups-to-escape-sandbox';

/** Nothing is loaded and nothing runs; the page has an origin of its own. */
const staticPolicy = `${everywhere}; style-src 'unsafe-inline'; img-src data:; sandbox ${links}`;

/** With links to files of this server, which need the session of the reader; there are no scripts to use it. */
const mailPolicy = `${everywhere}; style-src 'unsafe-inline'; img-src data:; sandbox ${links} allow-same-origin allow-downloads`;

/** One picture, sound or video is loaded from this server. */
const mediaPolicy = `${everywhere}; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; sandbox allow-same-origin allow-downloads`;

export function fragmentFrame(
  title: string,
  { hasFiles }: { readonly hasFiles: boolean },
): PageFrame {
  return { before: beginning(title), after: ending, policy: hasFiles ? mailPolicy : staticPolicy };
}

const mediaElements = {
  audio: (name: string) =>
    `<audio controls preload="metadata" src="audio" title="${name}"></audio>`,
  picture: (name: string) => `<img src="image" alt="${name}">`,
  video: (name: string) =>
    `<video controls preload="metadata" src="video" title="${name}"></video>`,
};

export function mediaPage(kind: keyof typeof mediaElements, title: string): PageFrame {
  const element = mediaElements[kind](escapeHtml(title));
  return {
    before: `${beginning(title)}<figure>${element}</figure>\n`,
    after: ending,
    policy: mediaPolicy,
  };
}

function beginning(title: string): string {
  return `<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${previewStyle}</style>
</head>
<body>
`;
}

const ending = '</body>\n</html>\n';
