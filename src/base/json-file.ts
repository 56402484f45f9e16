import { readFile } from 'node:fs/promises';
import { describeFileError } from './file-errors.ts';

/**
 * The content of a JSON file that a setting names.
 *
 * @throws Error whose message says what is wrong, without the path
 */
export async function readJsonFile(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new Error(describeFileError(cause), { cause });
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`it is not JSON: ${reason}`, { cause });
  }
}
