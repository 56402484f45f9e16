import { type MarkupHandler, MarkupReader } from './markup-reader.ts';
import type { TextSink } from './text-sink.ts';
import { withoutPrefix } from './xml-text.ts';

/** Kinds of cells whose value is displayed; the value of other kinds is an index of something else. */
const shownKinds = new Set(['n', 'str', 'd']);

/**
 * The values in the cells of a worksheet: numbers, results of formulas and inline strings. Other
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
