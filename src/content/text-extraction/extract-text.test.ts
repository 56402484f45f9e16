import { describe, expect, test } from 'vitest';
import { pdfFile, wordFile, zipOf } from '../../../test/support/office-files.ts';
import { extractText } from './extract-text.ts';
import type { ReadFormat } from './formats.ts';
import { htmlText } from './html-text.ts';
import { extractionLimits } from './limits.ts';

async function textOf(
  format: ReadFormat,
  content: string | Uint8Array,
  encoding: string | null = null,
): Promise<string> {
  const bytes = typeof content === 'string' ? new Uint8Array(Buffer.from(content)) : content;
  return (await extractText({ format, encoding }, bytes)).text;
}

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

describe('a plain file', () => {
  test('is read in its character set', async () => {
    expect(await textOf('plain', 'grüße\n\n  jérôme')).toBe('grüße jérôme');
    expect(await textOf('plain', '\ufeffgrüße')).toBe('grüße');
    expect(await textOf('plain', latin('grüße'))).toBe('grüße');
    expect(await textOf('plain', Buffer.from('\ufeffgrüße', 'utf16le'))).toBe('grüße');
    expect(await textOf('plain', Buffer.from('grüße, no mark', 'utf16le'))).toBe('grüße, no mark');
    const swapped = Buffer.from('\ufeffgrüße', 'utf16le').swap16();
    expect(await textOf('plain', swapped)).toBe('grüße');
  });

  test('is read as said by its sender, unless it cannot be that', async () => {
    expect(await textOf('plain', latin('\xcf\xf0\xe8\xe2\xe5\xf2'), 'windows-1251')).toBe('Привет');
    expect(await textOf('plain', latin('gr\xfc\xdfe'), 'UTF-8')).toBe('grüße');
    expect(await textOf('plain', 'grüße', 'no-such-charset')).toBe('grüße');
  });

  test('may be a table', async () => {
    expect(await textOf('plain', 'name,city\n"Šimon, A",Köln\n')).toBe('name,city "Šimon, A",Köln');
    expect(await textOf('plain', 'a\tb\n1\t2')).toBe('a b 1 2');
  });

  test('that is longer is its beginning', async () => {
    const text = await textOf('plain', 'word '.repeat(200_000));
    expect(text.length).toBeGreaterThan(extractionLimits.textLengthMax - 10);
    expect(text.length).toBeLessThanOrEqual(extractionLimits.textLengthMax);
  });
});

test('a JSON file has the characters that its escapes stand for', async () => {
  const json = '{"caf\\u00e9": "one\\ntwo \\"three\\"", "emoji": "\\ud83d\\ude00"}';
  expect(await textOf('json', json)).toBe('{"café": "one two "three"", "emoji": "😀"}');
  const long = `"${'\\u00e9'.repeat(30_000)}"`;
  expect(await textOf('json', long)).toBe(`"${'é'.repeat(30_000)}"`);
});

describe('a page', () => {
  test('is what a reader sees', async () => {
    const html = '<!-- no --><style>p{}</style><h1>One</h1><p title="no">tw<b>o</b> &#233;</p>';
    expect(await textOf('html', html)).toBe('One two é');
  });

  test.each([
    ['&Scaron;koda &ndash; &hellip; &Zcaron;ivot &euro;5', 'Škoda – … Život €5'],
    ['&lt;b&gt; &amp;amp; &nbsp; &unknown; AT&T', '<b> &amp; &unknown; AT&T'],
    ['Wort&shy;teil', 'Wortteil'],
    ['<p title="a > b">one</p><p data-x=\'>\'>two</p>', 'one two'],
    ['<script>if (a < b) "</p>"</script>x<script src=y></script>y', 'xy'],
    ['<SCRIPT>no</SCRIPT ><NoScript>no</NoScript>yes', 'yes'],
    ['<title>A &amp; B</title><textarea><b>&eacute;</b></textarea>', 'A & B <b>é</b>'],
    ['<template><template>no</template>no</template>yes', 'yes'],
    ['<ul><li>one<li>two</ul>three<br>four', 'one two three four'],
    ['a < b and <c>d</c>', 'a < b and d'],
    ['<!doctype html><![if !mso]>x<![endif]><?php no ?>y', 'xy'],
    ['unclosed <p title="', 'unclosed'],
  ])('such as %j reads %j', async (html, text) => {
    expect(await textOf('html', html)).toBe(text);
    expect(htmlText(html)).toBe(text);
  });

  test('is decoded as it declares', async () => {
    const meta = '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-2">';
    expect(await textOf('html', latin(`${meta}\xa9koda`))).toBe('Škoda');
    expect(await textOf('html', latin('<meta charset="shift_jis">\x83e\x83X\x83g'))).toBe('テスト');
  });

  test('of unclosed tags is read to its end', async () => {
    // In a time that grows with the square of the length this would take longer than a test may.
    const nested = `${'<i>'.repeat(300_000)}${'</b>'.repeat(300_000)}`;
    const pieces = ['<a', '<script', '<!--', '<![CDATA[', '&#', '<w:t ', '</', '<a b="'];
    for (const markup of [nested, ...pieces.map((piece) => piece.repeat(100_000))]) {
      await textOf('html', markup);
      await textOf('xml', markup);
    }
  });
});

describe('an XML file', () => {
  test('is its characters', async () => {
    const xml = '<?xml version="1.0"?><a b="no"><c>one &amp;</c><![CDATA[ <two> ]]><d/>three</a>';
    expect(await textOf('xml', xml)).toBe('one & <two> three');
  });

  test('has no words of comments, attributes and instructions', async () => {
    const xml = '<a><!-- no > <b>no</b> -->yes<?target a > b ?><c d="x > y">too</c></a>';
    expect(await textOf('xml', xml)).toBe('yes too');
  });

  test('is decoded as it declares', async () => {
    const head = '<?xml version="1.0" encoding="ISO-8859-2"?>';
    expect(await textOf('xml', latin(`${head}<a>\xa9koda</a>`))).toBe('Škoda');
    const wide = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>ž</a>', 'utf16le');
    expect(await textOf('xml', wide)).toBe('ž');
  });
});

test('a PDF is that of all pages, with divided words put together', async () => {
  const pdf = pdfFile('First page\nof a docu-\nment', 'Second page');
  const text = await textOf('pdf', pdf);
  expect(text).toBe('First page of a document Second page');
});

describe('a Word document', () => {
  test('is that of its paragraphs and notes, words in several runs whole', async () => {
    const run = '<w:r><w:rPr><w:b/><w:highlight w:val="red"/></w:rPr><w:t xml:space="preserve">';
    const file = await wordFile(
      `${run}Hel</w:t></w:r><w:proofErr/><w:r><w:t>lo</w:t></w:r>`,
      `${run}wörld &lt;3</w:t></w:r><w:r><w:tab/><w:t>tab</w:t><w:delText>gone</w:delText></w:r>`,
    );
    expect(await textOf('word', file)).toBe('Hello wörld <3 tab a footnote');
  });

  test('has its comments, headers, footers and text boxes, each once', async () => {
    const text = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`;
    const box = `<mc:AlternateContent><mc:Choice>${text('boxed')}</mc:Choice><mc:Fallback>${text('boxed')}</mc:Fallback></mc:AlternateContent>`;
    const moved = `<w:moveFrom>${text('moved')}</w:moveFrom><w:moveTo>${text('moved')}</w:moveTo>`;
    const file = await zipOf({
      'word/document.xml': `<w:document>${text('body')}${box}${moved}</w:document>`,
      'word/comments.xml': `<w:comments>${text('remark')}</w:comments>`,
      'word/header1.xml': `<w:hdr>${text('letterhead')}</w:hdr>`,
      'word/footer2.xml': `<w:ftr>${text('small print')}</w:ftr>`,
      'word/endnotes.xml': `<w:endnotes>${text('endnote')}</w:endnotes>`,
      'word/diagrams/data1.xml': '<dgm:pt><a:p><a:r><a:t>smart</a:t></a:r></a:p></dgm:pt>',
    });
    expect(await textOf('word', file)).toBe(
      'body boxed moved remark endnote small print letterhead smart',
    );
  });
});

describe('a workbook', () => {
  const shared =
    '<sst><si><t>Revenue</t></si><si><r><t>Net </t></r><r><t>profit</t></r></si></sst>';

  test('is that of its sheets, cells and remarks', async () => {
    const cells = [
      '<c r="A1" t="s"><v>0</v></c>',
      '<c r="A2" t="inlineStr"><is><r><t>In</t></r><r><t>line</t></r></is></c>',
      '<c r="A3" t="str"><f>UPPER("formula")</f><v>FORMULA</v></c>',
      '<c r="A4"><v>4711</v></c>',
      '<c r="A5" t="n"><v>0.5</v></c>',
      '<c r="A6" t="b"><v>1</v></c>',
      '<c r="A7" t="e"><v>#REF!</v></c>',
    ];
    const file = await zipOf({
      'xl/workbook.xml':
        '<workbook><sheets><sheet name="Übersicht &amp; Plan" sheetId="1"/></sheets><definedName name="x">no</definedName></workbook>',
      'xl/sharedStrings.xml': shared,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData><row>${cells.join('')}</row></sheetData></worksheet>`,
      'xl/comments1.xml':
        '<comments><authors><author>Ann</author></authors><comment><text><r><t>check this</t></r></text></comment></comments>',
      'xl/threadedComments/threadedComment1.xml':
        '<ThreadedComments><threadedComment><text>a reply</text></threadedComment></ThreadedComments>',
      'xl/drawings/drawing1.xml': '<xdr:wsDr><a:p><a:r><a:t>boxed</a:t></a:r></a:p></xdr:wsDr>',
    });
    expect(await textOf('excel', file)).toBe(
      'Übersicht & Plan Revenue Net profit check this a reply boxed Inline FORMULA 4711 0.5',
    );
  });

  test('may have prefixes and no shared strings', async () => {
    const file = await zipOf({
      'xl/workbook.xml': '<x:workbook><x:sheets><x:sheet name="One"/></x:sheets></x:workbook>',
      'xl/worksheets/sheet.xml':
        '<x:worksheet><x:c t="inlineStr"><x:is><x:t>words</x:t></x:is></x:c><x:c t="str"><x:v>more</x:v></x:c></x:worksheet>',
    });
    expect(await textOf('excel', file)).toBe('One words more');
  });
});

test('a presentation is that of its slides in order, then charts, notes and comments', async () => {
  const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`;
  const file = await zipOf({
    'ppt/notesSlides/notesSlide1.xml': slide('note'),
    'ppt/slides/slide10.xml': slide('ten'),
    'ppt/slides/slide2.xml': slide('two'),
    'ppt/slideLayouts/slideLayout1.xml': slide('layout'),
    'ppt/diagrams/data1.xml': slide('smart'),
    'ppt/charts/chart1.xml': slide('axis'),
    'ppt/comments/comment1.xml': '<p:cmLst><p:cm><p:text>remark</p:text></p:cm></p:cmLst>',
  });
  expect(await textOf('powerpoint', file)).toBe('two ten axis smart note remark');
});

test('an OpenDocument is that of its content, its headers and the names of its tables', async () => {
  const file = await zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles/>
      <text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>
      <text:h>Title</text:h><text:p>wo<text:span>rd</text:span>s<text:soft-page-break/>wide</text:p>
      <text:p>two<text:tab/>three<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>note</text:p></text:note-body></text:note></text:p>
      <office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-01</dc:date><text:p>remark</text:p></office:annotation>
      <table:table table:name="Übersicht" table:style-name="no"><table:table-cell office:value="5"><text:p>5,00</text:p></table:table-cell></table:table>
      </office:document-content>`,
    'styles.xml':
      '<a>style<style:header><text:p>letterhead</text:p></style:header><style:footer><text:p>page</text:p></style:footer></a>',
  });
  expect(await textOf('odf', file)).toBe(
    'Title wordswide two three 1 note remark Übersicht 5,00 letterhead page',
  );
});

test('a book is that of its pages, in the order of their names', async () => {
  const page = (body: string) =>
    `<?xml version="1.0"?><html><head><title>The book</title><script src="x.js"/><style>p{}</style></head><body>${body}</body></html>`;
  const file = await zipOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container>no</container>',
    'OEBPS/package.opf': '<package><dc:title>no</dc:title></package>',
    'OEBPS/chapter10.xhtml': page('<p>last</p>'),
    'OEBPS/chapter2.xhtml': page('<h1>Sec<i>ond</i></h1><p>caf&#233; &amp; all</p><img alt="no"/>'),
  });
  expect(await textOf('epub', file)).toBe('The book Second café & all The book last');
});

describe('an RTF file', () => {
  test('has no control words in its text', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fnil Arial;}}{\colortbl;\red0\green0\blue0;}
{\stylesheet{\s1 Heading;}}{\info{\title Hidden}{\author Ann}}{\*\generator Riched20;}
\pard\b Gr\'fc\'dfe\b0\par second\tab line\line{\i it}alic {\pict\wmetafile8 0105}\{braces\}\\ end}`;
    expect(await textOf('rtf', rtf)).toBe('Grüße second line italic {braces}\\ end');
  });

  test.each([
    [String.raw`{\rtf1\ansi\uc1 \u352?koda \u8211- x}`, 'Škoda – x'],
    [String.raw`{\rtf1\ansi\uc2 {\u-10179??\u-8704??}}`, '😀'],
    [String.raw`{\rtf1{\uc0 \u233}t\u233 e}`, 'été'],
    [String.raw`{\rtf1\ansicpg1251 \'cf\'f0\'e8\'e2\'e5\'f2}`, 'Привет'],
    [String.raw`{\rtf1{\fonttbl{\f0 A;}{\f1\fcharset204 B;}}\'e9{\f1 \'cf\'f0}\'e9}`, 'éПрé'],
    [String.raw`{\rtf1\ansicpg932 \'83e\'83\'58\'83g}`, 'テスト'],
    [
      String.raw`{\rtf1 one\~two\_three\-four\emdash five\bin3 }}}six}`,
      'one two-threefour—fivesix',
    ],
    [
      String.raw`{\rtf1 {\field{\*\fldinst HYPERLINK "x"}{\fldrslt link}}{\footnote note}}`,
      'linknote',
    ],
    [
      String.raw`{\rtf1 {\*\annotation remark} {\shp{\*\shpinst{\sp{\sn a}{\sv b}}{\shptxt boxed}}{\shprslt boxed}}}`,
      'remark boxed',
    ],
    [String.raw`{\rtf1 {\header head}\cell a\cell b\row c`, 'head a b c'],
  ])('such as %j reads %j', async (rtf, text) => {
    expect(await textOf('rtf', latin(rtf))).toBe(text);
  });
});

describe('a mail', () => {
  test('is its subject, people, text and attached files', async () => {
    const word = await wordFile('<w:r><w:t>attached words</w:t></w:r>');
    const mail = [
      'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=',
      'From: Ann Smith <ann@example.com>',
      'To: Bob <bob@example.com>, Team: Cid <cid@example.com>;',
      'X-Spam-Status: no',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=cut',
      '',
      '--cut',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'caf=E9 at=',
      ' noon',
      '--cut',
      'Content-Type: application/octet-stream; name="report.docx"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="report.docx"',
      '',
      Buffer.from(word).toString('base64'),
      '--cut',
      'Content-Type: application/pdf; name="broken.pdf"',
      'Content-Transfer-Encoding: base64',
      'Content-Disposition: attachment; filename="broken.pdf"',
      '',
      'bm8gUERG',
      '--cut--',
      '',
    ].join('\r\n');
    expect(await textOf('mail', mail)).toBe(
      'Grüße Ann Smith ann@example.com Bob bob@example.com Team Cid cid@example.com café at noon report.docx attached words a footnote broken.pdf',
    );
  });

  test('that is a page is what a reader sees of it', async () => {
    const mail = 'Subject: x\r\nContent-Type: text/html\r\n\r\n<style>no</style><p>&Scaron;koda';
    expect(await textOf('mail', mail)).toBe('x Škoda');
  });
});
