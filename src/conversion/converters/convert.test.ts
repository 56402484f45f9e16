import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { pdfFile, zipOf } from '../../../test/support/office-files.ts';
import { findProgram, NothingMade, ProgramMissing } from '../external-program.ts';
import { Workshop } from '../workshop.ts';
import { findConversion, isConvertible } from './choose.ts';
import { type Conversion, convertIn } from './convert.ts';
import { converters } from './definitions.ts';

const shop = new Workshop({ processesMax: 2 });
afterAll(() => shop.close());

interface Source {
  readonly mimeType: string;
  readonly name?: string;
  readonly encoding?: string;
}

interface Made {
  readonly mimeType: string | null;
  readonly name: string | null;
  readonly bytes: Buffer;
}

function convert(
  content: string | Uint8Array,
  { mimeType, name = 'a file', encoding }: Source,
  conversion: Conversion,
): Promise<Made> {
  const bytes = Buffer.from(content);
  const input = { sizeBytes: bytes.length, open: async () => Readable.from([bytes]) };
  return shop.work([input], async (place) => {
    const file = { path: String(place.inputs[0]), mimeType, name, encoding: encoding ?? null };
    const made = await convertIn(place, file, conversion);
    return { ...made, bytes: await readFile(made.path) };
  });
}

async function has(...programs: readonly string[]): Promise<boolean> {
  for (const program of programs) {
    if (await findProgram(program)) continue;
    process.stderr.write(`skipped: ${program} is not installed\n`);
    return false;
  }
  return true;
}

const withOffice = test.runIf(await has('soffice'));
const withPoppler = test.runIf(await has('pdftohtml'));
const withGhostscript = test.runIf(await has('gs'));
const withFfmpeg = test.runIf(await has('ffmpeg'));

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const picture = await sharp({ create: { width: 400, height: 200, channels: 3, background: 'red' } })
  .png()
  .toBuffer();

describe('the choice of a converter', () => {
  const namesFor = async (from: string, to: string): Promise<string[]> =>
    (await findConversion(from, { mimeType: to })).map(({ converter }) => converter.name);

  test.each([
    ['application/pdf', 'text/plain', ['pdf2text']],
    ['text/html; charset=utf-8', 'text/plain', ['html2text']],
    ['text/csv', 'text/plain', ['2utf8']],
    ['text/markdown', 'text/html', ['md2html']],
    ['text/markdown', 'text/plain', ['md2html', 'html2text']],
    ['image/webp', 'application/pdf', ['image2pdf']],
    ['image/png', 'image/jpeg', ['pictureResize']],
    ['application/json', 'text/html', ['text2html']],
    ['application/zip', 'text/plain', ['zip2html', 'html2text']],
    ['text/plain', 'text/plain', []],
  ])('from %s to %s is %j', async (from, to, names) => {
    expect(await namesFor(from, to)).toEqual(names);
    expect(await isConvertible(from, to)).toBe(true);
  });

  test('says what cannot be done', async () => {
    expect(await isConvertible('image/png', 'text/plain')).toBe(false);
    await expect(findConversion('image/png', { mimeType: 'text/plain' })).rejects.toThrow(
      'no converter from image/png to text/plain',
    );
    await expect(findConversion('image/png', { converter: 'md2html' })).rejects.toThrow(
      'the converter md2html does not read image/png',
    );
    await expect(findConversion('image/png', { converter: 'none' })).rejects.toMatchObject({
      code: 'conversion.not-possible',
      message: expect.stringContaining('No converter is named none'),
    });
  });

  test('names only converters that there are', async () => {
    const names = new Set(converters.map(({ name }) => name));
    const named = converters.flatMap((each) => {
      if ('chain' in each) return each.chain;
      return 'oneOf' in each ? each.oneOf : [];
    });
    expect(named.filter((name) => !names.has(name))).toEqual([]);
    expect(names.size).toBe(converters.length);
  });
});

describe('texts', () => {
  test('Markdown becomes a page without its scripts and references', async () => {
    const text =
      '# Über\n\n**bold** [link](javascript:alert(1)) ![x](http://x/y.png)\n\n<script>alert(1)</script><p onclick="x()" style="background:url(http://x)">end</p>';
    const { bytes, name, mimeType } = await convert(
      text,
      { mimeType: 'text/x-web-markdown', name: 'read.me.md' },
      { mimeType: 'text/html' },
    );
    const html = bytes.toString();
    expect([name, mimeType]).toEqual(['read.me.html', 'text/html']);
    expect(html).toContain('<h1>Über</h1>');
    expect(html).toContain('<strong>bold</strong> <a>link</a>');
    expect(html).toContain('<p>end</p>');
    expect(html).not.toMatch(/script|alert|http|onclick|style/);
  });

  test('a page becomes a text with its lines', async () => {
    const html = '<title>t</title><p>one\ntwo<p>th<b>ree</b><script>no</script>';
    const { bytes } = await convert(html, { mimeType: 'text/html' }, { mimeType: 'text/plain' });
    expect(bytes.toString()).toBe('t\none two\nthree\n');
  });

  test('a PDF becomes a text with its lines', async () => {
    const pdf = pdfFile('first line\nsecond line', 'page two');
    const { bytes } = await convert(
      pdf,
      { mimeType: 'application/pdf' },
      { converter: 'any2text' },
    );
    expect(bytes.toString()).toBe('first line\nsecond line\npage two\n');
  });

  test('a table becomes UTF-8', async () => {
    const source = { mimeType: 'text/csv', name: 'a.csv', encoding: 'ISO-8859-1' };
    const { bytes, name } = await convert(Buffer.from('grün;rot\n', 'latin1'), source, {
      converter: '2utf8',
    });
    expect([name, bytes.toString()]).toEqual(['a.csv', 'grün;rot\n']);
  });

  test('an archive becomes a list', async () => {
    const zip = await zipOf({ 'a/<b>.txt': 'four', 'c.txt': '' });
    const { bytes } = await convert(
      zip,
      { mimeType: 'application/zip' },
      { mimeType: 'text/html' },
    );
    expect(bytes.toString()).toContain('<tr><td>a/&lt;b&gt;.txt</td><td>4</td></tr>');
  });

  test('a damaged file is refused with its reason', async () => {
    const work = convert('no', { mimeType: docx }, { mimeType: 'text/plain' });
    await expect(work).rejects.toThrow('File format is not recognized');
    await expect(work).rejects.toBeInstanceOf(NothingMade);
  });
});

describe('pictures', () => {
  const size = async (bytes: Buffer) => {
    const { width, height, format } = await sharp(bytes).metadata();
    return [width, height, format];
  };

  test.each([
    ['pictureResize', { width: '100', height: '100' }, [100, 50, 'jpeg']],
    ['pictureCrop', { x: '10', y: '20', width: '30', height: '40' }, [30, 40, 'jpeg']],
    ['pictureRotation', { angle: '90' }, [200, 400, 'jpeg']],
    ['anyToThumbnail', {}, [400, 200, 'png']],
  ])('%s %j', async (converter, parameters, expected) => {
    const { bytes } = await convert(picture, { mimeType: 'image/png' }, { converter, parameters });
    expect(await size(bytes)).toEqual(expected);
  });

  test('become a PDF whose page has their proportions', async () => {
    const source = { mimeType: 'image/png', name: 'red.png' };
    const pdf = await convert(picture, source, { mimeType: 'application/pdf' });
    expect(pdf.name).toBe('red.pdf');
    const page = { converter: 'pdf2image', parameters: { width: '200' } };
    const drawn = await convert(pdf.bytes, { mimeType: 'application/pdf' }, page);
    expect(await size(drawn.bytes)).toEqual([200, 100, 'jpeg']);
    const [red = 0, green = 255] = await sharp(drawn.bytes).raw().toBuffer();
    expect([red > 240, green < 20]).toEqual([true, true]);
  });

  test('with wrong parameters are refused', async () => {
    const wrong = { converter: 'pictureResize', parameters: { width: 'wide' } };
    await expect(convert(picture, { mimeType: 'image/png' }, wrong)).rejects.toMatchObject({
      code: 'conversion.parameter-invalid',
      message: 'The parameter width must be a number from 1 to 20000, not wide',
    });
    const part = { converter: 'pictureCrop' };
    await expect(convert(picture, { mimeType: 'image/png' }, part)).rejects.toThrow(
      'needs the parameters width and height',
    );
  });
});

describe('with programs of the machine', () => {
  const textOf = async (bytes: Uint8Array) =>
    (
      await convert(bytes, { mimeType: 'application/pdf' }, { mimeType: 'text/plain' })
    ).bytes.toString();

  withOffice('a page becomes a document, and that a PDF, a page and a text', async () => {
    const page = { mimeType: 'text/html', name: 'a.html' };
    const word = await convert('<h1>Größe</h1><p>Hello', page, { mimeType: docx });
    expect(word.name).toBe('a.docx');
    const source = { mimeType: docx, name: 'a.docx' };
    const pdf = await convert(word.bytes, source, { mimeType: 'application/pdf' });
    expect(await textOf(pdf.bytes)).toBe('Größe\nHello\n');
    const html = await convert(word.bytes, source, { mimeType: 'text/html' });
    expect(html.bytes.toString()).toMatch(/Größe[\s\S]*Hello/);
    const text = await convert(word.bytes, source, { mimeType: 'text/plain' });
    expect(text.bytes.toString()).toBe('Größe\nHello\n');
  });

  withOffice('a page becomes a PDF, without what it refers to', async () => {
    const html =
      '<h1>Größe</h1><iframe src="file:///etc/hostname"></iframe><object data="file:///etc/hostname">';
    const { bytes, name } = await convert(
      html,
      { mimeType: 'text/html', name: 'a.html' },
      {
        mimeType: 'application/pdf',
      },
    );
    expect(name).toBe('a.pdf');
    expect(await textOf(bytes)).toBe('Größe\n');
  });

  withOffice('a text stays a text in spite of its marks', async () => {
    const { bytes } = await convert(
      '<b>not bold</b>\nnext',
      { mimeType: 'text/plain' },
      {
        converter: 'any2pdf',
      },
    );
    expect(await textOf(bytes)).toBe('<b>not bold</b>\nnext\n');
  });

  withPoppler('a PDF becomes a page', async () => {
    const { bytes } = await convert(
      pdfFile('some words'),
      { mimeType: 'application/pdf' },
      {
        mimeType: 'text/html',
      },
    );
    const html = bytes.toString();
    expect(html).toContain('some words');
    // The program would show where the file is on the server.
    expect(html.match(/<title>.*<\/title>/g)).toEqual(['<title>a file</title>']);
  });

  withGhostscript('PostScript becomes a PDF', async () => {
    const source =
      '%!PS\n/Helvetica findfont 20 scalefont setfont 72 700 moveto (From a script) show showpage\n';
    const { bytes } = await convert(
      source,
      { mimeType: 'application/postscript' },
      {
        mimeType: 'application/pdf',
      },
    );
    expect(await textOf(bytes)).toBe('From a script\n');
  });

  withFfmpeg('a video becomes another one, and a picture', async () => {
    const ffmpeg = 'testsrc=duration=1:size=64x48:rate=5';
    const video = await shop.work([], async (place) => {
      await place.add({ sizeBytes: 0, open: async () => Readable.from([]) });
      const path = join(place.out, 'a.avi');
      await place.runProgram('ffmpeg', ['-f', 'lavfi', '-i', ffmpeg, '-c:v', 'mjpeg', path]);
      return readFile(path);
    });
    const source = { mimeType: 'video/x-msvideo', name: 'a.avi' };
    const mp4 = await convert(video, source, { mimeType: 'video/mp4' });
    expect([mp4.name, mp4.bytes.subarray(4, 8).toString()]).toEqual(['a.mp4', 'ftyp']);
    const still = await convert(
      mp4.bytes,
      { mimeType: 'video/mp4' },
      {
        converter: 'videoScreenshot',
      },
    );
    expect((await sharp(still.bytes).metadata()).width).toBe(64);
  });

  test('that is missing is named with its package', async () => {
    if (await findProgram('soffice')) return;
    await expect(findConversion(docx, { mimeType: 'application/pdf' })).rejects.toBeInstanceOf(
      ProgramMissing,
    );
  });
});
