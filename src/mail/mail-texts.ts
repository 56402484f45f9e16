import { z } from 'zod';
import { AppError } from '../base/errors/app-error.ts';
import { describeIssue } from '../base/errors/problem-list.ts';
import german from '../model/data/mail/de.json' with { type: 'json' };
import english from '../model/data/mail/en.json' with { type: 'json' };
import french from '../model/data/mail/fr.json' with { type: 'json' };

const line = z.string().max(10_000);
const lines = z.array(line).max(1_000);

const templateSchema = z.strictObject({
  subject: z.string().max(500),
  /** Paragraphs. One with a value that is not given is left out. */
  text: lines,
  /** The whole HTML form; written from the paragraphs when left out. */
  html: lines.optional(),
});

const fileSchema = z.strictObject({
  language: z.string().regex(/^[a-z]{2,3}$/, 'use the code of a language, such as en'),
  layout: z
    .strictObject({ open: line, reason: line, unsubscribe: line, digestMore: line })
    .partial()
    .default({}),
  /** Translations of the names of notifications. */
  words: z.record(z.string(), line).default({}),
  /** Of notifications that share a template. */
  subjects: z.record(z.string(), line).default({}),
  templates: z.record(z.string(), templateSchema).default({}),
});

export type MailTextsFile = z.infer<typeof fileSchema>;
export type MailTemplate = z.infer<typeof templateSchema>;
type MailLayout = Readonly<Record<keyof typeof english.layout, string>>;

/** The texts of mails in one language. */
export interface MailLanguage {
  readonly language: string;
  readonly layout: MailLayout;
  readonly words: Readonly<Record<string, string>>;
  readonly subjects: Readonly<Record<string, string>>;
  readonly templates: Readonly<Record<string, MailTemplate>>;
}

export type MailTexts = ReadonlyMap<string, MailLanguage>;

/** Has all texts. */
export const fallbackLanguage = 'en';

/** @throws AppError notification.invalid naming the file and all problems */
export function parseMailTexts(value: unknown, source: string): MailTextsFile {
  const parsed = fileSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${source}: ${describeIssue(issue)}`);
  throw new AppError('notification.invalid', problems.join('\n'));
}

/** The texts of the server, and of files: what a later one has replaces that of an earlier one. */
export function buildMailTexts(files: readonly MailTextsFile[]): MailTexts {
  const languages = new Map<string, MailLanguage>();
  for (const file of [english, french, german, ...files]) {
    const before = languages.get(file.language);
    languages.set(file.language, {
      language: file.language,
      layout: { ...english.layout, ...before?.layout, ...file.layout } as MailLayout,
      words: { ...before?.words, ...file.words },
      subjects: { ...before?.subjects, ...file.subjects },
      templates: { ...before?.templates, ...file.templates },
    });
  }
  return languages;
}

/** Of a locale such as `fr`, `fr_CA` or `fr-CA`; English for those without texts. */
export function languageOf(texts: MailTexts, locale: string | null): MailLanguage {
  const code = (locale ?? '').split(/[_-]/)[0]?.toLowerCase() ?? '';
  const found = texts.get(code) ?? texts.get(fallbackLanguage);
  if (!found) throw new AppError('notification.invalid', 'there are no texts of mails');
  return found;
}

/** The names of the texts in all languages. */
export function templateNames(texts: MailTexts): ReadonlySet<string> {
  return new Set([...texts.values()].flatMap(({ templates }) => Object.keys(templates)));
}
