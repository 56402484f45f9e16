import type { forms } from '../i18n/en/forms.ts';

/** Something that is wrong with a value. */
export interface Problem {
  /** `dc:title`, `dc:subjects/1` for an item, `ctr:parties/0/name` for a part of one. */
  readonly path: string;
  /** What the value has to be, where the application knows it. */
  readonly message?: keyof typeof forms;
  readonly values?: Readonly<Record<string, string | number>>;
  /** In the words of the server. */
  readonly detail: string;
}
