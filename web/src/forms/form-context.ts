import { createContext, useContext } from 'react';
import type { Value } from '../api/types.ts';
import { type Text, useText } from '../i18n/i18n.tsx';
import type { Problem } from './problem.ts';
import { problemText } from './problems.ts';

export interface UploadOptions {
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a file, and returns what a property takes in its place. */
export type UploadFile = (file: File, options: UploadOptions) => Promise<Value>;

/** What widgets share with the form around them. */
export interface FormEnvironment {
  readonly problems: readonly Problem[];
  readonly uploadFile: UploadFile;
  /** A file is on its way, or not any more. */
  readonly onBusy: (isBusy: boolean) => void;
}

export const FormContext = createContext<FormEnvironment | undefined>(undefined);

export function useForm(): FormEnvironment {
  const form = useContext(FormContext);
  if (!form) throw new Error('there is no form around this widget');
  return form;
}

/** What is wrong with the value of a field; with `isDeep` also with items that have no field of their own. */
export function useProblem(path: string, isDeep = false): string | undefined {
  const text = useText();
  const { problems } = useForm();
  const own = problems.filter((each) => each.path === path || (isDeep && isBelow(each.path, path)));
  return joined(own, text);
}

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(`${parent}/`);
}

function joined(problems: readonly Problem[], text: Text): string | undefined {
  if (problems.length === 0) return undefined;
  return [...new Set(problems.map((each) => problemText(text, each)))].join(' ');
}
