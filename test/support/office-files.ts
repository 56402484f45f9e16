import { BlobWriter, TextReader, ZipWriter } from '@zip.js/zip.js';

/** An archive of these entries, compressed. */
export async function zipOf(
  entries: Readonly<Record<string, string>>,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new ZipWriter(new BlobWriter(), { useWebWorkers: false });
  for (const [name, text] of Object.entries(entries)) await writer.add(name, new TextReader(text));
  return new Uint8Array(await (await writer.close()).arrayBuffer());
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

export function wordFile(...paragraphs: readonly string[]): Promise<Uint8Array<ArrayBuffer>> {
  const body = paragraphs.map((xml) => `<w:p>${xml}</w:p>`).join('');
  return zipOf({
    '[Content_Types].xml': `${declaration}<Types>types</Types>`,
    'word/document.xml': `${declaration}<w:document><w:body>${body}</w:body></w:document>`,
    'word/footnotes.xml': `${declaration}<w:footnotes><w:t>a footnote</w:t></w:footnotes>`,
    'word/styles.xml': `${declaration}<w:styles><w:t>style</w:t></w:styles>`,
  });
}

/** A PDF with a page for each text; the texts must be ASCII without brackets. */
export function pdfFile(...pages: readonly string[]): Uint8Array<ArrayBuffer> {
  const kids = pages.map((_text, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages.flatMap((text, index) => {
      const lines = text.split('\n').map((line) => `(${line}) Tj 0 -14 Td`);
      const stream = `BT /F1 12 Tf 72 720 Td ${lines.join(' ')} ET`;
      const font = '/Resources << /Font << /F1 3 0 R >> >>';
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${font} /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ];
    }),
  ];
  return pdfOf(objects);
}

/** A PDF of one page whose content is the stream, which the filters decode. */
export function pdfWithStream(stream: Buffer, filters: string): Uint8Array<ArrayBuffer> {
  const font = '/Resources << /Font << /F1 3 0 R >> >>';
  const head = `<< /Length ${stream.length} /Filter ${filters} >>`;
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] ${font} /Contents 5 0 R >>`,
    `${head}\nstream\n${stream.toString('latin1')}\nendstream`,
  ]);
}

/** Characters are bytes. */
function pdfOf(objects: readonly string[]): Uint8Array<ArrayBuffer> {
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  const text = `${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`;
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

export const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** Complete enough for LibreOffice; the texts are XML. */
export function openableWordFile(
  ...paragraphs: readonly string[]
): Promise<Uint8Array<ArrayBuffer>> {
  const packages = 'http://schemas.openxmlformats.org/package/2006';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.main+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}
