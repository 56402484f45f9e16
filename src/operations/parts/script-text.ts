import { operationFailed } from '../../automation/operation-error.ts';

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

/** Scripts are often pasted from XML, where these characters are escaped. */
export function decodeEntities(script: string): string {
  return script.replace(/&(?:lt|gt|amp);/g, (entity) => entities[entity] ?? entity);
}

/** Bytes of a script that is sent as a file. */
const scriptBytesMax = 256 * 1024;

/** @throws AppError operation.failed */
export function checkScriptSize(sizeBytes: number): void {
  if (sizeBytes <= scriptBytesMax) return;
  throw operationFailed(`The script has ${sizeBytes} bytes; at most ${scriptBytesMax} are run`);
}
