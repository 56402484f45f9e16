// biome-ignore-all lint/suspicious/noTemplateCurlyInString: placeholders of texts
import { expect, test } from 'vitest';
import { buildMailTexts, parseMailTexts } from './mail-texts.ts';
import { fillMessage, oneLine, renderMail } from './render-mail.ts';

const texts = buildMailTexts([]);
const values = { docTitle: 'Plan', author: 'ann', docPath: '/a', urlDocument: 'https://a.b/c' };
const told = { template: 'modif', locale: null, values, subjectPrefix: '[A]' };

test.each([
  ['fr_CA', '[A] ann a modifié Plan'],
  ['de', '[A] ann hat Plan geändert'],
  ['xx', '[A] Plan has been modified by ann'],
  [null, '[A] Plan has been modified by ann'],
])('the language of %s', (locale, subject) => {
  const notification = { name: 'Modification', subject: null };
  expect(renderMail(texts, { ...told, locale, notification }).subject).toBe(subject);
});

test('paragraphs with a value that is not given are left out, and values are text in HTML', () => {
  const odd = { ...values, docTitle: '<i>${author}</i>\r\nBcc: x@y.z' };
  const { subject, text, html } = renderMail(texts, { ...told, values: odd });
  expect(subject).toBe('[A] <i>${author}</i> Bcc: x@y.z has been changed by ann');
  expect(text).toContain('Place: /a\n\nOpen the document: https://a.b/c');
  expect(text).not.toMatch(/Comment|undefined/);
  expect(html).toContain('&lt;i&gt;${author}&lt;/i&gt;');
  expect(html).toContain('<a href="https://a.b/c">https://a.b/c</a>');
  expect(html).not.toContain('<i>');
});

test('each language has the same texts, with the same placeholders', () => {
  const placeholders = (parts: readonly string[]) =>
    [...new Set(parts.join(' ').match(/\$\{\w+\}/g) ?? [])].sort();
  const [english, ...others] = [...texts.values()];
  for (const language of others) {
    expect(Object.keys(language.templates)).toEqual(Object.keys(english?.templates ?? {}));
    expect(Object.keys(language.words)).toEqual(Object.keys(english?.words ?? {}));
    for (const [name, { text }] of Object.entries(language.templates)) {
      expect([name, placeholders(text)]).toEqual([
        name,
        placeholders(english?.templates[name]?.text ?? []),
      ]);
    }
  }
});

test('own texts replace those of the server, also with a whole HTML page', () => {
  const html = ['<p class="x">${docTitle}</p>'];
  const file = { language: 'en', templates: { modif: { subject: 'S', text: ['T'], html } } };
  const own = buildMailTexts([parseMailTexts(file, 'file')]);
  const rendered = renderMail(own, { ...told, values: { docTitle: 'a & b' } });
  expect(rendered).toEqual({ subject: '[A] S', text: 'T\n', html: '<p class="x">a &amp; b</p>' });
  expect(() => parseMailTexts({ language: 'english' }, 'file')).toThrow(
    expect.objectContaining({
      code: 'notification.invalid',
      message: expect.stringContaining('file'),
    }),
  );
});

test('a message keeps what is no placeholder of its own', () => {
  const body = '${docTitle} ${constructor} $${a}';
  expect(fillMessage(body, { values: { docTitle: '<' }, isHtml: true })).toBe(
    '&lt; ${constructor} $${a}',
  );
});

test('a header is one line of bounded length', () => {
  expect(oneLine('a\r\n\tb\u2028c\0')).toBe('a b c');
  expect(oneLine('😀'.repeat(1_000))).toBe('😀'.repeat(250));
});
