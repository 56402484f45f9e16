import { OperationBlob } from '../../automation/values.ts';
import { stringifyJson } from '../../base/json.ts';

/** JSON of an operation's own form, which clients receive as it is. */
export function jsonBlob(json: object): OperationBlob {
  return OperationBlob.ofText(stringifyJson(json), { name: null, mimeType: 'application/json' });
}
