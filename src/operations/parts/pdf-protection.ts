import type { MethodOf } from '../../automation/define.ts';
import type { OperationContext } from '../../automation/operation-context.ts';
import type { OperationBlob } from '../../automation/values.ts';
import type { PdfPermissions, ProtectParams } from '../../conversion/tasks/pdf-protect.ts';
import { requireBlobAt, wrongParameter } from './pdf-parameters.ts';
import { forEachBlob, makePdf, shownName } from './pdf-work.ts';

type Protection = NonNullable<ProtectParams['protection']>;

/** The bits of a key; 40 and 128 are the ones of the API. */
function keyLengthOf(given: string): Protection['keyLength'] {
  const found = ([40, 128, 256] as const).find((bits) => String(bits) === given.trim());
  if (found) return found;
  throw wrongParameter('keyLength', '40, 128 or 256');
}

interface GivenPasswords {
  readonly originalOwnerPwd: string | null;
  readonly ownerPwd: string | null;
  readonly userPwd: string | null;
  readonly keyLength: string;
}

/** @throws AppError operation.parameter-invalid */
export function protectionOf(
  { originalOwnerPwd, ownerPwd, userPwd, keyLength }: GivenPasswords,
  permissions: PdfPermissions,
): ProtectParams['protection'] {
  const ownerPassword = ownerPwd || originalOwnerPwd || '';
  // With an empty one every reader would be an owner.
  if (ownerPassword === '') throw wrongParameter('ownerPwd', 'a password for owners');
  return {
    ownerPassword,
    userPassword: userPwd ?? '',
    keyLength: keyLengthOf(keyLength),
    permissions,
  };
}

/** How files are opened, and what they become. */
interface Change {
  readonly key: ProtectParams['key'];
  readonly protection: ProtectParams['protection'];
}

function changeProtection(
  context: OperationContext,
  blob: OperationBlob,
  change: Change,
): Promise<OperationBlob> {
  const params: ProtectParams = { name: shownName(blob), ...change };
  return makePdf(context, { task: 'pdf-protect', params, blobs: [blob], name: blob.name });
}

/** The methods of operations that encrypt or decrypt: for lists of files, files and documents. */
export function protectionMethods<P extends { readonly xpath: string }>(
  changeOf: (params: P) => Change,
): readonly [
  MethodOf<'bloblist', 'bloblist', P>,
  MethodOf<'blob', 'blob', P>,
  MethodOf<'document', 'blob', P>,
] {
  return [
    {
      input: 'bloblist',
      output: 'bloblist',
      async run(context, blobs, params) {
        const change = changeOf(params);
        return forEachBlob(blobs, (blob) => changeProtection(context, blob, change));
      },
    },
    {
      input: 'blob',
      output: 'blob',
      run: async (context, blob, params) => changeProtection(context, blob, changeOf(params)),
    },
    {
      input: 'document',
      output: 'blob',
      loops: true,
      run: async (context, document, params) =>
        changeProtection(context, requireBlobAt(document, params.xpath), changeOf(params)),
    },
  ];
}
