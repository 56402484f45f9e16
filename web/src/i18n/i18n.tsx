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

async function load(language: Language): Promise<I18n> {
  const messages = language === 'fr' ? (await import('./fr/index.ts')).messages : english;
  const i18n = setupI18n();
  // The build has parsed them: those that are still texts have no values, and would each be reported as a mistake.
  i18n.setMessagesCompiler((message) => [message]);
  i18n.loadAndActivate({ locale: language, messages });
  return i18n;
}

const Context = createContext<I18n | undefined>(undefined);

/** Shows nothing until the catalogue is there; that of English is always there. */
export function Translations({
  language,
  children,
}: {
  readonly language: Language;
  readonly children: ReactNode;
}) {
  const [i18n, setI18n] = useState<I18n>();
  useEffect(() => {
    let isCurrent = true;
    void load(language).then((loaded) => {
      if (!isCurrent) return;
      document.documentElement.lang = language;
      setI18n(loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, [language]);
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
