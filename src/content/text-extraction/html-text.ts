import { type MarkupHandler, MarkupReader } from './markup-reader.ts';
import { TextSink } from './text-sink.ts';

/** Elements whose content no reader sees. */
const invisible = new Set(
  'script style template noscript iframe noembed noframes object'.split(' '),
);

/** Elements within words. */
const inline = new Set(
  'a abbr b bdi bdo big cite code del em font i ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);

/** What a reader sees of a page: words as they stand, not their layout. */
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

/** Characters that are read before it is asked whether there is text enough. */
const pieceLength = 65_536;

/** The text of a page that is in memory, that many characters at most. */
export function htmlText(html: string, lengthMax = Number.POSITIVE_INFINITY): string {
  const sink = new TextSink(lengthMax);
  const reader = htmlReader(sink);
  for (let start = 0; start < html.length && !sink.isFull; start += pieceLength) {
    reader.write(html.slice(start, start + pieceLength));
  }
  reader.end();
  return sink.text();
}
