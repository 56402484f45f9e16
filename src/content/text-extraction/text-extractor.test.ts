import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { pdfFile, wordFile, zipOf } from '../../../test/support/office-files.ts';
import { extractText } from './extract-text.ts';
import { type TextFormat, textFormatOf } from './formats.ts';
import { extractionLimits } from './limits.ts';
import { TextExtractor } from './text-extractor.ts';

const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text));

describe('the text of', () => {
  const extractor = new TextExtractor();
  afterAll(() => extractor.close());

  async function textOf(format: TextFormat, bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const result = await extractor.extract(format, bytes);
    expect(result).toMatchObject({ is: 'text' });
    return result.is === 'text' ? result.text : '';
  }

  test('a plain file is read in its character set', async () => {
    expect(await textOf('plain', bytesOf('grüße\n\n  jérôme'))).toBe('grüße jérôme');
    const latin = new Uint8Array(Buffer.from('grüße', 'latin1'));
    expect(await textOf('plain', latin)).toBe('grüße');
    const wide = new Uint8Array(Buffer.from('\ufeffgrüße', 'utf16le'));
    expect(await textOf('plain', wide)).toBe('grüße');
  });

  test('a page is what a reader sees', async () => {
    const html = '<!-- no --><style>p{}</style><h1>One</h1><p title="no">tw<b>o</b> &#233;</p>';
    expect(await textOf('html', bytesOf(html))).toBe('One two é');
  });

  test('an XML file is its characters', async () => {
    const xml = '<?xml version="1.0"?><a b="no"><c>one &amp;</c><![CDATA[ <two> ]]><d/>three</a>';
    expect(await textOf('xml', bytesOf(xml))).toBe('one & <two> three');
  });

  test('a PDF is that of all pages, with divided words put together', async () => {
    const pdf = pdfFile('First page\nof a docu-\nment', 'Second page');
    const text = await textOf('pdf', pdf);
    expect(text).toContain('First page of a document');
    expect(text).toContain('Second page');
  });

  test('a Word document is that of its paragraphs and notes, words in several runs whole', async () => {
    const run = '<w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">';
    const file = await wordFile(
      `${run}Hel</w:t></w:r><w:proofErr/><w:r><w:t>lo</w:t></w:r>`,
      `${run}wörld &lt;3</w:t></w:r><w:r><w:tab/><w:t>tab</w:t><w:delText>gone</w:delText></w:r>`,
    );
    expect(await textOf('word', file)).toBe('Hello wörld <3 tab a footnote');
  });

  test('a workbook is that of its cells', async () => {
    const file = await zipOf({
      'xl/sharedStrings.xml':
        '<sst><si><t>Revenue</t></si><si><r><t>Net </t></r><r><t>profit</t></r></si></sst>',
      'xl/worksheets/sheet1.xml': '<worksheet><c t="s"><v>0</v></c></worksheet>',
    });
    expect(await textOf('excel', file)).toBe('Revenue Net profit');
  });

  test('a presentation is that of its slides in order, then the notes', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
    const file = await zipOf({
      'ppt/notesSlides/notesSlide1.xml': slide('note'),
      'ppt/slides/slide10.xml': slide('ten'),
      'ppt/slides/slide2.xml': slide('two'),
      'ppt/slideLayouts/slideLayout1.xml': slide('layout'),
    });
    expect(await textOf('powerpoint', file)).toBe('two ten note');
  });

  test('an OpenDocument is that of its content', async () => {
    const file = await zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml':
        '<office:document-content><text:h>Title</text:h><text:p>wo<text:span>rd</text:span>s</text:p><text:p>two<text:tab/>three</text:p></office:document-content>',
      'styles.xml': '<a>style</a>',
    });
    expect(await textOf('odf', file)).toBe('Title words two three');
  });

  test('a longer file is its beginning', async () => {
    const text = await textOf('plain', bytesOf('word '.repeat(200_000)));
    expect(text).toHaveLength(extractionLimits.textLengthMax);
  });
});

describe('a file that is not what it says', () => {
  const extractor = new TextExtractor();
  afterAll(() => extractor.close());

  test.each(['pdf', 'word', 'excel', 'powerpoint', 'odf'] as const)(
    'is told as a failure, as %s',
    async (format) => {
      for (const bytes of [
        bytesOf(''),
        bytesOf('no such thing'),
        new Uint8Array(randomBytes(5_000)),
      ]) {
        expect(await extractor.extract(format, bytes)).toMatchObject({ is: 'failed' });
      }
    },
  );

  test('or is cut short does no harm', async () => {
    const file = await wordFile('<w:t>words</w:t>');
    for (let length = 0; length < file.length; length += 37) {
      const result = await extractor.extract('word', file.slice(0, length));
      expect(result.is).not.toBe('exhausted');
    }
    expect(await extractor.extract('plain', bytesOf('still at work'))).toEqual({
      is: 'text',
      text: 'still at work',
    });
  });
});

describe('a hostile file', () => {
  test('that takes too long is given up, and the next one is read', async () => {
    const extractor = new TextExtractor({ timeMs: 1 });
    const slow = await zipOf({ 'word/document.xml': '<w:t>x</w:t>'.repeat(500_000) });
    expect(await extractor.extract('word', slow)).toEqual({
      is: 'exhausted',
      reason: 'it took too long',
    });
    await extractor.close();
  });

  test('that unpacks to gigabytes is read to the bound', async () => {
    const zeros = ' '.repeat(10_000_000);
    const entries = Object.fromEntries(
      Array.from({ length: 12 }, (_each, index) => [`ppt/slides/slide${index + 1}.xml`, zeros]),
    );
    const extractor = new TextExtractor();
    const bomb = await zipOf({ ...entries, 'ppt/slides/slide13.xml': '<a:t>late</a:t>' });
    expect(await extractor.extract('powerpoint', bomb)).toEqual({ is: 'text', text: '' });
    await extractor.close();
  });

  test('that is too large is not read', async () => {
    const extractor = new TextExtractor();
    const bytes = new Uint8Array(extractionLimits.inputBytesMax + 1);
    expect(await extractor.extract('plain', bytes)).toMatchObject({ is: 'exhausted' });
    await extractor.close();
  });

  test('of unclosed tags is read in time that grows with its length', async () => {
    for (const piece of ['<a', '<script', '<!--', '<![CDATA[', '&#', '<w:t ', '</']) {
      const startedMs = performance.now();
      await extractText('html', bytesOf(piece.repeat(100_000)));
      await extractText('xml', bytesOf(piece.repeat(100_000)));
      expect(performance.now() - startedMs, piece).toBeLessThan(2_000);
    }
  });
});

describe('how a file is read', () => {
  test.each([
    ['application/pdf', 'a.bin', 'pdf'],
    ['TEXT/HTML; charset=utf-8', null, 'html'],
    ['text/csv', null, 'plain'],
    ['application/atom+xml', null, 'xml'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', null, 'word'],
    ['application/octet-stream', 'Report.DOCX', 'word'],
    [null, 'notes.txt', 'plain'],
    ['image/svg+xml', 'a.xml', undefined],
    ['image/png', 'a.txt', undefined],
    ['application/zip', 'a.txt', undefined],
    ['constructor', 'a.constructor', undefined],
    [null, null, undefined],
  ] as const)('follows from the type %s and the name %s', (mimeType, name, expected) => {
    expect(textFormatOf({ mimeType, name })).toBe(expected);
  });
});
