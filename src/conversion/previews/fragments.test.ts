import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { zipOf } from '../../../test/support/office-files.ts';
import { archiveFragment } from './archive-fragment.ts';
import type { FragmentSource } from './fragment.ts';
import { fragmentLimits } from './fragment-limits.ts';
import { mailFragment } from './mail-fragment.ts';
import { htmlFragment, markdownFragment } from './markup-fragment.ts';
import { readRows } from './separated-values.ts';
import { tableFragment } from './table-fragment.ts';
import { textFragment } from './text-fragment.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cartulary-fragments-'));
});
afterAll(() => rm(folder, { recursive: true }));

let count = 0;
async function fileOf(
  content: string | Uint8Array,
  facts: Partial<FragmentSource> = {},
): Promise<FragmentSource> {
  count += 1;
  const path = join(folder, String(count));
  await writeFile(path, content);
  return { path, name: null, mimeType: null, encoding: null, ...facts };
}

/** What could run or load something. */
const active =
  /<script|<iframe|<object|<embed|<form|<input|<link|<meta|<base|<svg|<style|\son\w+=|javascript:|url\(|src="(?!data:image\/)|position:/i;

describe('the page of a text', () => {
  test('has its lines, escaped', async () => {
    const html = await textFragment(await fileOf('a < b\r\n"c" & d\n'));
    expect(html).toBe(
      '<pre class="code"><code><span class="line">a &lt; b\n</span><span class="line">&quot;c&quot; &amp; d\n</span></code></pre>\n',
    );
  });

  test('has colours for source code, each line with elements of its own', async () => {
    const source = await fileOf('"""one\ntwo"""\nx = "<b>"\n', { name: 'x.py' });
    const html = await textFragment(source);
    expect(html).toContain(
      '<span class="line"><span class="hljs-string">&quot;&quot;&quot;one</span>\n</span>',
    );
    expect(html).toContain(
      '<span class="line"><span class="hljs-string">two&quot;&quot;&quot;</span>\n</span>',
    );
    expect(html).toContain('&lt;b&gt;');
  });

  test.each([
    ['é', Buffer.from([0xe9]), 'ISO-8859-1'],
    ['é', Buffer.from([0xff, 0xfe, 0xe9, 0x00]), null],
    ['é', Buffer.from('é'), null],
  ])('is decoded by its character set: %s', async (text, bytes, encoding) => {
    const html = await textFragment(await fileOf(bytes, { encoding }));
    expect(html).toContain(`<span class="line">${text}\n</span>`);
  });

  test('ends where a page becomes too large, and says so', async () => {
    const many = await textFragment(await fileOf('x\n'.repeat(fragmentLimits.linesMax + 1)));
    expect(many.match(/class="line"/g)).toHaveLength(fragmentLimits.linesMax);
    expect(many).toContain('class="notice"');
    const long = await textFragment(await fileOf('é'.repeat(fragmentLimits.textBytesMax)));
    expect(long).toContain('class="notice"');
    expect(long).not.toContain('\uFFFD');
    expect(await textFragment(await fileOf('x\n'))).not.toContain('class="notice"');
  });
});

describe('the page of a table', () => {
  test.each([
    [
      'a,b\n1,"x, ""y""\nz"\n',
      [
        ['a', 'b'],
        ['1', 'x, "y"\nz'],
      ],
    ],
    [
      'a;b;c\r\n1;;\r\n',
      [
        ['a', 'b', 'c'],
        ['1', '', ''],
      ],
    ],
    ['\uFEFFa\tb\n', [['a', 'b']]],
    ['"open,\n', [['open,\n']]],
    ['', []],
  ])('has the cells of %j', (text, rows) => {
    expect(readRows(text, { rowsMax: 10 })).toEqual(rows);
  });

  test('has every cell of tables that were written by the rules', () => {
    const row = fc.array(fc.string(), { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), (rows) => {
        const quoted = rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`));
        const text = `,,,,,,,,,,\n${quoted.map((cells) => `${cells.join(',')}\n`).join('')}`;
        fc.pre(!/[;|\t]/.test(text));
        expect(readRows(text, { rowsMax: 100 }).slice(1)).toEqual(rows);
      }),
    );
  });

  test('is escaped, and ends where it becomes too large', async () => {
    const html = await tableFragment(await fileOf('<b>,2\n&,4\n'));
    expect(html).toContain('<tr><th>&lt;b&gt;</th><th>2</th></tr>');
    expect(html).toContain('<tr><td>&amp;</td><td>4</td></tr>');
    const long = await tableFragment(await fileOf('1,2\n'.repeat(fragmentLimits.rowsMax + 1)));
    expect(long).toContain('class="notice"');
  });
});

describe('the page of HTML', () => {
  test('has nothing that runs or loads something', async () => {
    const html = await htmlFragment(
      await fileOf(`<title>t</title><style>p{background:url(http://x/)}</style><body onload="x()">
        <p style="color:red;background-image:url(http://x/);position:fixed">kept <b onclick=x()>bold</b></p>
        <script>x()</script><scr<script>ipt>x()</script><svg><script>x()</script></svg><math><mi//xlink:href="data:x,<script>x()</script>"></math>
        <a href="javascript:x()">one</a><a href=" &#106;avascript:x()">two</a><a href="/nuxeo/api">three</a>
        <a href="https://example.org/">four</a><a href="data:text/html,<script>x()</script>">five</a>
        <img src="http://x/p.png"><img src="//x/p.png"><img src=x onerror=x()><img src="data:text/html,x"><img src="data:image/png;base64,AAAA">
        <iframe src="/"></iframe><object data="/x"></object><embed src="/x"><form action="/x"><input></form>
        <link rel=stylesheet href="/x"><meta http-equiv=refresh content="0;url=/x"><base href="http://x/">
        <table background="http://x/"><tr><td background="http://x/">cell</table><!--[if IE]><script>x()</script><![endif]-->`),
    );
    expect(html).not.toMatch(active);
    expect(html).toContain('<p style="color:red">kept <b>bold</b></p>');
    expect(html).toContain(
      '<a href="https://example.org/" rel="noopener noreferrer nofollow" target="_blank">four</a>',
    );
    expect(html.match(/href=/g)).toHaveLength(1);
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).toContain('<td>cell</td>');
  });

  test('is not made of a file whose elements are nested too deeply', async () => {
    const deep = await fileOf('<div>'.repeat(200_000));
    await expect(htmlFragment(deep)).rejects.toThrow('its elements are nested too deeply');
    const long = await fileOf('<div><p>a<br><ul><li>b</ul></div>'.repeat(2_000));
    expect(await htmlFragment(long)).toContain('<li>b</li>');
  });

  test('is not made of a file that is too large', async () => {
    const large = await fileOf(Buffer.alloc(fragmentLimits.markupBytesMax + 1, 'x'));
    await expect(htmlFragment(large)).rejects.toThrow('it has more than 4 MB');
  });

  test('is made of Markdown, without its scripts', async () => {
    const text = '# Head\n\n| a |\n|---|\n| *1* |\n\n<script>x()</script>\n\n[bad](javascript:x())';
    const html = await markdownFragment(await fileOf(text));
    expect(html).toContain('<h1>Head</h1>');
    expect(html).toContain('<td><em>1</em></td>');
    expect(html).not.toMatch(active);
  });
});

describe('the page of a mail', () => {
  const mail = `From: Ann <ann@example.org>
To: Bob <bob@example.org>, team: c@example.org, d@example.org;
Subject: <i>Report</i>
Date: Mon, 02 Nov 2026 10:00:00 +0000
MIME-Version: 1.0
Content-Type: multipart/related; boundary=b

--b
Content-Type: text/html

<p onclick="x()">Hello<script>x()</script><img src="cid:one"><img src="cid:two"><img src="http://x/t.gif"></p>
--b
Content-Type: image/png
Content-ID: <one>
Content-Transfer-Encoding: base64

AAAA
--b
Content-Type: text/html; name="<page>.html"
Content-ID: <two>
Content-Disposition: attachment

<script>x()</script>
--b--
`.replaceAll('\n', '\r\n');

  test('has its head, its text without what is active, and its files', async () => {
    const html = await mailFragment(await fileOf(mail));
    expect(html).toContain('<h1>&lt;i&gt;Report&lt;/i&gt;</h1>');
    expect(html).toContain('<dd>Ann &lt;ann@example.org&gt;</dd>');
    expect(html).toContain('<dd>2026-11-02 10:00 UTC</dd>');
    expect(html).toContain('<img src="data:image/png;base64,AAAA" />');
    expect(html.match(/<img/g)).toHaveLength(1);
    expect(html).toContain('<a href="attachment-1" download>&lt;page&gt;.html</a> (text/html');
    expect(html).not.toMatch(active);
  });

  test('has the text of mails without HTML, and is not made of other files', async () => {
    const html = await mailFragment(await fileOf('Subject: s\r\n\r\na <b> c\r\n'));
    expect(html).toContain('<pre class="text">a &lt;b&gt; c');
    await expect(mailFragment(await fileOf(''))).rejects.toThrow('no headers');
  });
});

describe('the page of an archive', () => {
  const tarHead = (name: string, sizeBytes: number, type = '0') => {
    const head = Buffer.alloc(512);
    head.write(name, 0);
    head.write(sizeBytes.toString(8).padStart(11, '0'), 124);
    head.write('        ', 148);
    head.write(type, 156);
    const sum = head.reduce((all, byte) => all + byte, 0);
    head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return head;
  };
  const longName = `${'long/'.repeat(40)}name`;
  const tar = Buffer.concat([
    tarHead('<a>.txt', 600),
    Buffer.alloc(1024, 'x'),
    tarHead('folder/', 0, '5'),
    tarHead('././@LongLink', longName.length + 1, 'L'),
    Buffer.from(longName.padEnd(512, '\0')),
    tarHead('cut', 0),
    Buffer.alloc(1024),
  ]);

  test.each([
    ['tar', tar],
    ['compressed tar', gzipSync(tar)],
  ])('lists the entries of a %s', async (_name, bytes) => {
    const html = await archiveFragment(await fileOf(bytes));
    expect(html).toContain('<td>&lt;a&gt;.txt</td><td class="number">600</td>');
    expect(html).toContain('<td>folder/</td><td class="number"></td>');
    expect(html).toContain(`<td>${longName}</td>`);
    expect(html.match(/<tr>/g)).toHaveLength(4);
  });

  test('lists the entries of a zip, up to a number', async () => {
    const html = await archiveFragment(
      await fileOf(await zipOf({ 'a/<b>.txt': 'x'.repeat(1_234) })),
    );
    expect(html).toContain('<td>a/&lt;b&gt;.txt</td><td class="number">1,234</td>');
    const many = Array.from({ length: fragmentLimits.entriesMax + 1 }, (_, at) =>
      tarHead(`${at}`, 0),
    );
    const long = await archiveFragment(await fileOf(Buffer.concat(many)));
    expect(long).toContain('class="notice"');
    expect(long.match(/<tr>/g)).toHaveLength(fragmentLimits.entriesMax + 1);
  });

  test.each([
    ['other bytes', Buffer.alloc(2_000, 'x')],
    ['nothing', Buffer.alloc(0)],
    ['a broken zip', Buffer.from('PK\x03\x04 and no more')],
    ['broken gzip', Buffer.from([0x1f, 0x8b, 8, 0, 1])],
    ['an impossible size', tarHead('x', 0).fill(0xff, 124, 136)],
  ])('is not made of %s', async (_name, bytes) => {
    await expect(archiveFragment(await fileOf(bytes))).rejects.toThrow();
  });
});
