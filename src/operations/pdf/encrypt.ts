import {
  defineOperation,
  optional,
  type ParamValues,
  required,
  withDefault,
} from '../../automation/define.ts';
import type { PropertyMap } from '../../automation/values.ts';
import type { PdfPermissions } from '../../conversion/tasks/pdf-protect.ts';
import { keyOf, pdfXpathParameter, wrongParameter } from '../parts/pdf-parameters.ts';
import { protectionMethods, protectionOf } from '../parts/pdf-protection.ts';

const permissionNames = [
  'print',
  'modify',
  'copy',
  'modifyannot',
  'fillforms',
  'extractforaccessibility',
  'assemble',
  'printdegraded',
] as const;

const params = {
  originalOwnerPwd: required('string', 'What opens the PDF now; empty when it is not encrypted.'),
  ownerPwd: required('string', 'The new password of owners; empty: the one that opens it now.'),
  userPwd: required('string', 'The new password of users; empty: readers ask for none.'),
  keyLength: withDefault('string', '128', {
    description: 'The bits of the key: 40 (RC4, weak), 128 (AES) or 256 (AES).',
    values: ['40', '128'],
    widget: 'Option',
  }),
  permissions: optional(
    'properties',
    `What users may do, each true or false, which is the default: ${permissionNames.join(', ')}.`,
  ),
  xpath: pdfXpathParameter,
};

export const encryptOperation = defineOperation({
  id: 'PDF.Encrypt',
  label: 'PDF: Encrypt',
  category: 'Conversion',
  description:
    'Returns the PDF encrypted: owners may do everything, users only what the permissions allow.',
  params,
  methods: protectionMethods(({ permissions, ...given }: ParamValues<typeof params>) => ({
    key: keyOf('originalOwnerPwd', given.originalOwnerPwd),
    protection: protectionOf(given, permissionsOf(permissions ?? new Map())),
  })),
});

/** @throws AppError operation.parameter-invalid */
function permissionsOf(given: PropertyMap): PdfPermissions {
  const allowed = new Set<string>();
  for (const [key, value] of given) {
    const name = permissionNames.find((each) => each === key.trim().toLowerCase());
    const isAllowed = { true: true, false: false }[String(value).trim().toLowerCase()];
    if (!name) throw wrongParameter('permissions', `names of ${permissionNames.join(', ')}`);
    if (isAllowed === undefined) throw wrongParameter(`permissions, ${name}`, 'true or false');
    if (isAllowed) allowed.add(name);
  }
  const degraded = allowed.has('printdegraded') ? 'lowResolution' : false;
  return {
    printing: allowed.has('print') ? 'highResolution' : degraded,
    modifying: allowed.has('modify'),
    copying: allowed.has('copy'),
    annotating: allowed.has('modifyannot'),
    fillingForms: allowed.has('fillforms'),
    contentAccessibility: allowed.has('extractforaccessibility'),
    documentAssembly: allowed.has('assemble'),
  };
}
