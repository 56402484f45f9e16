import { type I18n, setupI18n } from '@lingui/core';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { I18nProvider as AriaLocale } from 'react-aria-components';
import { messages as english } from './en/index.ts';

export type MessageId = keyof typeof english;
export type MessageValues = Readonly<Record<string, string | number | Date>>;
export type Text = (id: MessageId, values?: MessageValues) => string;

export const languages = ['en', 'fr'] as const;
export type Language = (typeof languages)[number];

/** In their own languages, as lists of languages show them. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', fr: 'Français' };

/** The first language of the browser that there is a catalogue for. */
export function preferredLanguage(): Language {
  const wanted = navigator.languages.map((each) => each.split('-')[0]?.toLowerCase());
  return languages.find((each) => wanted.includes(each)) ?? 'en';
}

const loaded = new Map<Language, I18n>();

/** Loads the texts of a language. */
export async function loadTranslations(language: Language): Promise<I18n> {
  const known = loaded.get(language);
  if (known) return known;
  const messages = language === 'fr' ? (await import('./fr/index.ts')).messages : english;
  const i18n = setupI18n();
  // The build has parsed them: those that are still texts have no values, and would each be reported as a mistake.
  i18n.setMessagesCompiler((message) => [message]);
  i18n.loadAndActivate({ locale: language, messages });
  loaded.set(language, i18n);
  return i18n;
}

const Context = createContext<I18n | undefined>(undefined);

interface Props {
  readonly language: Language;
  readonly children: ReactNode;
}

/** Shows nothing until the texts are there, and the former ones until those of another language are. */
export function Translations({ language, children }: Props) {
  const [i18n, setI18n] = useState(loaded.get(language));
  useEffect(() => {
    let isCurrent = true;
    document.documentElement.lang = i18n?.locale ?? language;
    if (i18n?.locale !== language) {
      void loadTranslations(language).then((found) => isCurrent && setI18n(found));
    }
    return () => {
      isCurrent = false;
    };
  }, [language, i18n]);
  if (!i18n) return null;
  return (
    <Context value={i18n}>
      <AriaLocale locale={i18n.locale}>{children}</AriaLocale>
    </Context>
  );
}

function useI18n(): I18n {
  const i18n = useContext(Context);
  if (!i18n) throw new Error('there are no translations around this component');
  return i18n;
}

export function useText(): Text {
  const i18n = useI18n();
  return useCallback<Text>((id, values) => i18n._(id, values), [i18n]);
}

/** The language of texts, dates and numbers. */
export function useLocale(): Language {
  return useI18n().locale as Language;
}
