import { type MarkupHandler, MarkupReader } from './markup-reader.ts';
import { TextSink } from './text-sink.ts';

/** Elements whose content is not displayed. */
const invisible = new Set(
  'script style template noscript iframe noembed noframes object'.split(' '),
);

/** Elements within words. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** Reads the visible text of a page without its layout. */
export function htmlReader(sink: TextSink): MarkupReader {
  let hiddenBy = '';
  let depth = 0;
  const handler: MarkupHandler = {
    onOpen: (name) => {
      if (hiddenBy === '' && invisible.has(name)) hiddenBy = name;
      if (name === hiddenBy) depth += 1;
      else if (hiddenBy === '' && !inline.has(name)) sink.separate();
    },
    onClose: (name) => {
      if (hiddenBy === '') {
        if (!inline.has(name)) sink.separate();
      } else if (name === hiddenBy) {
        depth -= 1;
        if (depth === 0) hiddenBy = '';
      }
    },
    onText: (text) => {
      if (hiddenBy === '') sink.add(text);
    },
  };
  return new MarkupReader(handler, { isXml: false });
}

/** Characters that are read between two checks for enough text. */
const pieceLength = 65_536;

/** The text of a page in memory, at most `lengthMax` characters. */
export function htmlText(html: string, lengthMax = Number.POSITIVE_INFINITY): string {
  const sink = new TextSink(lengthMax);
  const reader = htmlReader(sink);
  for (let start = 0; start < html.length && !sink.isFull; start += pieceLength) {
    reader.write(html.slice(start, start + pieceLength));
  }
  reader.end();
  return sink.text();
}
