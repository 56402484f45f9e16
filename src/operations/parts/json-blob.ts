import { OperationBlob } from '../../automation/values.ts';
import { stringifyJson } from '../../base/json.ts';

/** JSON in an operation's own form, which clients receive unchanged. */
export function jsonBlob(json: object): OperationBlob {
  return OperationBlob.ofText(stringifyJson(json), { name: null, mimeType: 'application/json' });
}
