import { type MarkupHandler, MarkupReader } from './markup-reader.ts';
import type { TextSink } from './text-sink.ts';
import { withoutPrefix } from './xml-text.ts';

/** Kinds of cells whose value is what a reader sees; of the others it is a number of something else. */
const shownKinds = new Set(['n', 'str', 'd']);

/**
 * What stands in the cells of a worksheet itself: numbers, results of formulas and inline strings. Other
 * strings are in a part that all sheets share.
 */
export function worksheetReader(sink: TextSink): MarkupReader {
  let element = '';
  let cellKind = 'n';
  let isText = false;
  const handler: MarkupHandler = {
    onOpen: (name) => {
      element = withoutPrefix(name);
      if (element === 'c') {
        cellKind = 'n';
        sink.separate();
      }
      isText = element === 't' || (element === 'v' && shownKinds.has(cellKind));
    },
    onAttribute: (name, value) => {
      if (element === 'c' && name === 't') cellKind = value;
    },
    onClose: () => {
      isText = false;
    },
    onText: (text) => {
      if (isText) sink.add(text);
    },
  };
  return new MarkupReader(handler, { isXml: true });
}
