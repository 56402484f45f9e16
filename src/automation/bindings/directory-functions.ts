import type { ExpressionFunction } from '../../expressions/functions.ts';
import { text } from '../../expressions/text.ts';
import { findEntries } from '../../repository/directories/find-entries.ts';
import { mayReadDirectory } from '../../repository/directories/rights.ts';
import type { StepContext } from '../step-context.ts';

/** The label of an entry; directories with a label for each language give the English one. */
const labelFields = ['label', 'label_en'];

/** Functions of `Fn` that read directories. */
export function directoryFunctions(
  context: StepContext,
): Readonly<Record<string, ExpressionFunction>> {
  return {
    getVocabularyLabel: ([name = null, key = null]) =>
      vocabularyLabel(context, text(name), text(key)),
  };
}

/** The key itself where there is no such entry, or the caller may not read the directory. */
async function vocabularyLabel(context: StepContext, name: string, key: string): Promise<string> {
  const { principal, repository } = context;
  const { directories } = repository;
  const directory = directories.find(name);
  if (!directory || !mayReadDirectory(principal, directory)) return key;
  const found = await context.read((unit) => findEntries(unit.handle, directory, [key]));
  const values = found.get(key)?.values ?? {};
  const label = labelFields.map((field) => values[field]).find((value) => isText(value));
  return typeof label === 'string' ? label : key;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
