import { escapeHtml } from '../base/escape-html.ts';
import layoutFile from '../model/data/mail/layout.json' with { type: 'json' };
import {
  fallbackLanguage,
  languageOf,
  type MailLanguage,
  type MailTemplate,
  type MailTexts,
} from './mail-texts.ts';

/** By the names of placeholders. Values whose names begin with `url` are addresses. */
export type TextValues = Readonly<Record<string, string | undefined>>;

interface MailToRender {
  readonly template: string;
  readonly locale: string | null;
  readonly values: TextValues;
  /** Whose own subject, and name, are used. */
  readonly notification?: { readonly name: string; readonly subject: string | null } | undefined;
  /** Lines of what was collected. */
  readonly entries?: readonly DigestEntry[];
  readonly subjectPrefix: string;
}

interface DigestEntry {
  readonly subject: string;
  readonly url: string | undefined;
}

interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const subjectLengthMax = 250;

/** Placeholders are written as in the texts of the server. */
const placeholder = /\$\{([\w.]{1,100})\}/g;

/** One line, as header fields are: control characters would begin another header. */
export function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
  return [...line.toWellFormed()].slice(0, subjectLengthMax).join('');
}

/** Of text, control characters but line ends and tabs are left out. */
function readable(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
}

function fill(pattern: string, values: TextValues): string {
  return pattern.replace(placeholder, (_all, name: string) => readable(values[name] ?? ''));
}

/** Fills what a user has written: other placeholders than those with values stay as they are. */
export function fillMessage(
  body: string,
  { values, isHtml }: { readonly values: TextValues; readonly isHtml: boolean },
): string {
  return body.replace(placeholder, (all, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (value === undefined) return all;
    return isHtml ? escapeHtml(readable(value)) : readable(value);
  });
}

/** Whether all of its values are given. */
function isComplete(pattern: string, values: TextValues): boolean {
  return [...pattern.matchAll(placeholder)].every(([, name]) => (values[name ?? ''] ?? '') !== '');
}

export function renderMail(texts: MailTexts, mail: MailToRender): RenderedMail {
  const language = languageOf(texts, mail.locale);
  const subject = subjectOf(texts, language, mail);
  const label = labelOf(texts, language, mail);
  const values: TextValues = {
    ...mail.values,
    subject,
    language: language.language,
    notificationLabel: label,
  };
  const template = templateOf(texts, language, mail.template);
  const { layout } = language;
  const chosen = (patterns: readonly string[]): readonly Part[] =>
    patterns.filter((each) => isComplete(each, values)).map((each) => ({ pattern: each, values }));
  const body: Part[] = [
    ...chosen(template.text),
    ...entryParts(mail.entries ?? []),
    ...chosen([layout.open]),
  ];
  if (values.more !== undefined)
    body.push({ pattern: layout.digestMore, values: { count: values.more } });
  const footer = values.sourceTitle ? chosen([layout.reason, layout.unsubscribe]) : [];
  const html = template.html?.map((each) => fillHtml(each, values)).join('\n');
  const prefix = mail.subjectPrefix === '' ? '' : `${mail.subjectPrefix} `;
  return {
    subject: oneLine(prefix + subject),
    text: `${[textOf(body), textOf(footer)].filter((each) => each !== '').join('\n\n-- \n')}\n`,
    html: html ?? htmlPage({ subject, language: language.language }, htmlOf(body), htmlOf(footer)),
  };
}

/** The texts of a template that only another language has are better than none. */
function templateOf(texts: MailTexts, language: MailLanguage, name: string): MailTemplate {
  const fallback = texts.get(fallbackLanguage)?.templates[name];
  return language.templates[name] ?? fallback ?? layoutFile.plain;
}

function subjectOf(
  texts: MailTexts,
  language: MailLanguage,
  { template, notification, values }: MailToRender,
): string {
  const own = notification?.subject ?? language.subjects[notification?.name ?? ''];
  return oneLine(fill(own ?? templateOf(texts, language, template).subject, values));
}

function labelOf(
  texts: MailTexts,
  language: MailLanguage,
  { notification }: MailToRender,
): string | undefined {
  const name = notification?.name;
  if (name === undefined) return undefined;
  return language.words[name] ?? texts.get(fallbackLanguage)?.words[name] ?? name;
}

interface Part {
  readonly pattern: string;
  readonly values: TextValues;
}

function entryParts(entries: readonly DigestEntry[]): readonly Part[] {
  return entries.map(({ subject, url }) => ({
    pattern: url === undefined ? layoutFile.entry : layoutFile.entryWithUrl,
    values: { subject, urlDocument: url },
  }));
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ pattern, values }) => fill(pattern, values)).join('\n\n');
}

function htmlOf(parts: readonly Part[]): string {
  return parts
    .map(({ pattern, values }) => `<p>${fillHtml(escapeHtml(pattern), values)}</p>`)
    .join('\n');
}

/** All values are escaped; addresses become links. */
function fillHtml(pattern: string, values: TextValues): string {
  return pattern.replace(placeholder, (_all, name: string) => {
    const safe = escapeHtml(readable(values[name] ?? '')).replaceAll('\n', '<br>\n');
    return name.startsWith('url') ? `<a href="${safe}">${safe}</a>` : safe;
  });
}

function htmlPage(
  { subject, language }: { readonly subject: string; readonly language: string },
  body: string,
  footer: string,
): string {
  const parts = new Map([
    ['subject', escapeHtml(subject)],
    ['language', language],
    ['body', body],
    ['footer', footer],
  ]);
  return layoutFile.html
    .join('\n')
    .replace(placeholder, (_all, name: string) => parts.get(name) ?? '');
}
