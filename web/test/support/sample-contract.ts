import { PDFDocument, type PDFFont, type PDFPage, rgb, StandardFonts } from '@cantoo/pdf-lib';

export interface Contract {
  readonly title: string;
  readonly party: string;
  readonly subject: string;
  /** One sentence that is in no other contract. */
  readonly special: string;
}

interface Fonts {
  readonly text: PDFFont;
  readonly bold: PDFFont;
}

const [width, height, margin] = [595, 842, 72];
const ink = rgb(0.1, 0.12, 0.16);
const line = 16;

/** A contract of two pages, as a law office would send it. */
export async function contractFile(contract: Contract): Promise<Buffer> {
  const document = await PDFDocument.create();
  const fonts = {
    text: await document.embedFont(StandardFonts.TimesRoman),
    bold: await document.embedFont(StandardFonts.TimesRomanBold),
  };
  document.setTitle(contract.title);
  const articles = articlesOf(contract);
  for (const number of [1, 2]) {
    const page = document.addPage([width, height]);
    const start = number === 1 ? drawTitle(page, fonts, contract) : height - margin;
    const shown = number === 1 ? articles.slice(0, 5) : articles.slice(5);
    drawArticles(page, fonts, { start, articles: shown });
    const foot = `${contract.title}  ·  page ${number} of 2`;
    page.drawText(foot, { x: margin, y: 40, size: 9, font: fonts.text, color: ink });
  }
  return Buffer.from(await document.save());
}

function drawTitle(page: PDFPage, { text, bold }: Fonts, { title, party }: Contract): number {
  const top = height - margin - 12;
  page.drawText('CONTRACT', { x: margin, y: top, size: 11, font: bold, color: ink });
  page.drawText(title, { x: margin, y: top - 34, size: 26, font: bold, color: ink });
  page.drawText(`between Harbour Works Ltd and ${party}`, {
    x: margin,
    y: top - 58,
    size: 13,
    font: text,
    color: ink,
  });
  page.drawLine({
    start: { x: margin, y: top - 76 },
    end: { x: width - margin, y: top - 76 },
    thickness: 1,
    color: ink,
  });
  return top - 108;
}

interface Articles {
  readonly start: number;
  readonly articles: readonly (readonly [title: string, text: string])[];
}

function drawArticles(page: PDFPage, { text, bold }: Fonts, { start, articles }: Articles): void {
  let y = start;
  for (const [title, body] of articles) {
    page.drawText(title, { x: margin, y, size: 13, font: bold, color: ink });
    y -= line + 4;
    for (const words of wrapped(body, text)) {
      page.drawText(words, { x: margin, y, size: 11.5, font: text, color: ink });
      y -= line;
    }
    y -= 14;
  }
}

function wrapped(body: string, font: PDFFont): readonly string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of body.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (font.widthOfTextAtSize(longer, 11.5) > width - 2 * margin) {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current];
}

function articlesOf({ party, subject, special }: Contract): Articles['articles'] {
  return [
    [
      '1. Subject',
      `${party} provides ${subject} for the Riverside bridge, as shown in the drawings that are part of this contract. The drawings in their last approved revision take precedence over any other description of the works.`,
    ],
    [
      '2. Price and payment',
      `The price is fixed for the whole time of the contract. Invoices are due thirty days after they were received and checked by the site office. ${special}`,
    ],
    [
      '3. Time',
      `${party} begins within ten working days after the site was handed over. Delays that are caused by high water extend the time of the contract by the same number of days, without further cost to either party.`,
    ],
    [
      '4. Safety',
      'Both parties name one person each who is responsible for safety and present on every working day. Work stops at a wind speed of fourteen metres per second, measured at the head of the crane.',
    ],
    [
      '5. Insurance',
      `${party} is insured against damage to persons and property with at least five million for each case, and shows the certificate before the first day of work.`,
    ],
    [
      '6. Acceptance',
      'The works are accepted in writing after an inspection on site. Defects that do not prevent their use are listed in the record of the inspection and repaired within four weeks.',
    ],
    [
      '7. Documents',
      'Measurements, certificates and photographs of each stage are handed over as files. They are kept for thirty years after the acceptance.',
    ],
    [
      '8. End of the contract',
      'Either party may end this contract with three months of notice, or at once where the other does not fulfil an essential duty in spite of a written reminder.',
    ],
    [
      '9. Final provisions',
      'Changes of this contract need the written form. Should one provision be void, the others stay valid.',
    ],
  ];
}
