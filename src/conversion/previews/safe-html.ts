import sanitize from 'sanitize-html';

/** Colours, alignment and weights: nothing that loads a file or moves a part over another. */
const colour = /^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|rgba?\([\d\s.,%]{1,40}\))$/i;
const length = /^\d{1,4}(?:\.\d{1,3})?(?:px|pt|em|rem|ex|%)?$/;
const styles = {
  'background-color': [colour],
  border: [/^[\w\s#.]{1,60}$/],
  'border-collapse': [/^\w+$/],
  color: [colour],
  'font-family': [/^[\w\s,'"-]{1,200}$/],
  'font-size': [length, /^(?:x{1,2}-)?(?:small|large)$|^medium$/],
  'font-style': [/^\w+$/],
  'font-weight': [/^\w+$/],
  height: [length],
  'line-height': [length],
  'list-style-type': [/^[\w-]+$/],
  margin: [/^[\d\s.a-z%]{1,60}$/],
  padding: [/^[\d\s.a-z%]{1,60}$/],
  'text-align': [/^\w+$/],
  'text-decoration': [/^[\w\s]{1,40}$/],
  'vertical-align': [/^[\w-]+$/],
  'white-space': [/^[\w-]+$/],
  width: [length],
};

const elements = [
  ...'abbr address article aside b bdi bdo big blockquote br caption center cite code col'.split(
    ' ',
  ),
  ...'colgroup data dd del details dfn div dl dt em figcaption figure font footer h1 h2 h3'.split(
    ' ',
  ),
  ...'h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre q rp rt ruby s samp'.split(
    ' ',
  ),
  ...'section small span strike strong sub summary sup table tbody td tfoot th thead time tr'.split(
    ' ',
  ),
  ...'tt u ul var wbr a'.split(' '),
];

/** Left out with all that is in them. */
const hidden =
  'iframe math noembed noframes noscript object option script select style svg template textarea title xmp'.split(
    ' ',
  );

interface SafeOptions {
  /** The source of a picture that may be shown: `data:` only; undefined leaves it out. */
  readonly pictureOf?: (source: string) => string | undefined;
}

/** A picture that is part of the page itself; SVG in `img` has no scripts and loads nothing. */
const ownPicture = /^data:image\/(?:png|jpeg|gif|webp|avif|bmp|svg\+xml)[;,]/i;

/** Elements without content, and those that end where the next one begins. */
const selfClosing = new Set(
  'area base body br col colgroup dd dt embed head hr html img input li link meta option p param rp rt source tbody td tfoot th thead tr track wbr'.split(
    ' ',
  ),
);
const depthMax = 1_000;

/** The time that the library takes grows with the square of the depth. */
function checkDepth(html: string): void {
  let depth = 0;
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z][^\s/>]*)/gi)) {
    if (selfClosing.has(name.toLowerCase())) continue;
    depth = slash === '/' ? Math.max(depth - 1, 0) : depth + 1;
    if (depth > depthMax) throw new Error('its elements are nested too deeply');
  }
}

/**
 * HTML of others without scripts, forms, frames and everything that loads a file. What the policy of the
 * page (Content-Security-Policy) forbids as well is left out here first.
 *
 * @throws when its elements are nested too deeply
 */
export function safeHtml(html: string, { pictureOf = dataPicture }: SafeOptions = {}): string {
  checkDepth(html);
  return sanitize(html, {
    allowedTags: elements,
    allowedAttributes: {
      '*': ['align', 'bgcolor', 'color', 'dir', 'lang', 'style', 'title', 'valign'],
      a: ['href', 'name', 'rel', 'target'],
      col: ['span', 'width'],
      font: ['face', 'size'],
      img: ['alt', 'height', 'src', 'width'],
      li: ['value'],
      ol: ['reversed', 'start', 'type'],
      table: ['border', 'cellpadding', 'cellspacing', 'width'],
      td: ['colspan', 'height', 'rowspan', 'width'],
      th: ['colspan', 'height', 'rowspan', 'scope', 'width'],
      time: ['datetime'],
    },
    allowedStyles: { '*': styles },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['data'] },
    allowProtocolRelative: false,
    nonTextTags: hidden,
    nestingLimit: 200,
    transformTags: {
      a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs) }),
      img: (tagName, attribs) => ({ tagName, attribs: pictureAttributes(attribs, pictureOf) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
}

/** Links open outside of the page; those within it would need names that the sanitiser removes. */
function linkAttributes({ href, name }: sanitize.Attributes): sanitize.Attributes {
  if (href === undefined) return name === undefined ? {} : { name };
  // Relative addresses would be those of this server.
  if (!/^(?:https?:\/\/|mailto:|tel:)/i.test(href.trim())) return {};
  return { href, rel: 'noopener noreferrer nofollow', target: '_blank' };
}

function pictureAttributes(
  { src = '', alt, ...rest }: sanitize.Attributes,
  pictureOf: (source: string) => string | undefined,
): sanitize.Attributes {
  const source = pictureOf(src.trim());
  const described = alt === undefined ? rest : { ...rest, alt };
  return source === undefined ? { ...described, alt: alt ?? '' } : { ...described, src: source };
}

function dataPicture(source: string): string | undefined {
  return ownPicture.test(source) ? source : undefined;
}
