import type { MarkupReader } from './markup-reader.ts';
import type { TextSink } from './text-sink.ts';
import { worksheetReader } from './worksheet-text.ts';
import { type XmlReading, xmlReader } from './xml-text.ts';

/** Entries of an archive with text, and how to read them. */
interface OfficePart {
  readonly entries: RegExp;
  readonly reader: (sink: TextSink) => MarkupReader;
}

/** In the order of their text in the result. */
export type OfficeFormat = readonly OfficePart[];

function part(entries: RegExp, reading: XmlReading): OfficePart {
  return { entries, reader: (sink) => xmlReader(sink, reading) };
}

const names = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/**
 * Words may be split into several runs with any properties, so only paragraphs and similar elements
 * separate them. Text boxes are stored twice, as are moved texts.
 */
const wordText: XmlReading = {
  text: names('t'),
  breaks: names('p tab br cr tc noBreakHyphen footnoteReference endnoteReference'),
  hidden: names('Fallback moveFrom'),
};

const drawingText: XmlReading = {
  text: names('t'),
  breaks: names('p br tab tc fld'),
  hidden: names('Fallback'),
};

const commentText: XmlReading = {
  text: names('t text'),
  breaks: names('p comment author cm text'),
};

const openDocumentText: XmlReading = {
  breaks: names('p h tab s line-break note note-body annotation table table-cell frame page title'),
  hidden: names('text:tracked-changes office:scripts office:styles dc:creator dc:date'),
  attributes: { table: 'name' },
};

/** Pages of books are XML, where an element without content hides nothing. */
const pageText: XmlReading = {
  breaks: names(
    'p div br hr h1 h2 h3 h4 h5 h6 li dt dd tr td th caption section article aside header footer nav blockquote figure figcaption pre title body',
  ),
  hidden: names('script style'),
};

export const officeFormats: Readonly<
  Record<'word' | 'excel' | 'powerpoint' | 'odf' | 'epub', OfficeFormat>
> = {
  word: [
    part(/^word\/document\d*\.xml$/, wordText),
    part(/^word\/(?:footnotes|endnotes|comments|header\d*|footer\d*)\.xml$/, wordText),
    part(/^word\/(?:diagrams\/data|charts\/chart)\d*\.xml$/, drawingText),
  ],
  excel: [
    part(/^xl\/workbook\.xml$/, { text: names(''), attributes: { sheet: 'name' } }),
    part(/^xl\/sharedStrings\.xml$/, {
      text: names('t'),
      breaks: names('si'),
      hidden: names('rPh'),
    }),
    part(/^xl\/(?:comments\d*|comments\/comment\d+)\.xml$/, {
      text: names('t'),
      breaks: names('comment text'),
    }),
    part(/^xl\/threadedComments\/.+\.xml$/, commentText),
    part(/^xl\/(?:drawings\/drawing|diagrams\/data|charts\/chart)\d*\.xml$/, drawingText),
    { entries: /^xl\/worksheets\/[^/]+\.xml$/, reader: worksheetReader },
  ],
  powerpoint: [
    part(/^ppt\/slides\/slide\d+\.xml$/, drawingText),
    part(/^ppt\/(?:diagrams\/data|charts\/chart)\d*\.xml$/, drawingText),
    part(/^ppt\/notesSlides\/notesSlide\d+\.xml$/, drawingText),
    part(/^ppt\/comments\/.+\.xml$/, commentText),
  ],
  odf: [
    part(/^content\.xml$/, openDocumentText),
    part(/^styles\.xml$/, {
      ...openDocumentText,
      within: names('header header-left header-first footer footer-left footer-first'),
      attributes: {},
    }),
  ],
  // In the order of their names, which is that of most books.
  epub: [part(/^(?!META-INF\/).+\.(?:xhtml|html?)$/i, pageText)],
};
