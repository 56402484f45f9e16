import {
  defineOperation,
  optional,
  type ParamValues,
  withDefault,
} from '../../automation/define.ts';
import { keyOf, pdfXpathParameter } from '../parts/pdf-parameters.ts';
import { protectionMethods, protectionOf } from '../parts/pdf-protection.ts';

/** Users may print and copy, and change nothing. */
const permissions = {
  printing: 'highResolution',
  copying: true,
  contentAccessibility: true,
} as const;

const params = {
  keyLength: withDefault('string', '128', {
    description: 'The bits of the key: 40 (RC4, weak), 128 (AES) or 256 (AES).',
    values: ['40', '128'],
    widget: 'Option',
  }),
  originalOwnerPwd: optional('string', 'What opens the PDF now, when it is encrypted.'),
  ownerPwd: optional('string', 'The new password of owners; by default the one that opens it.'),
  userPwd: optional('string', 'The new password of users; without one readers ask for none.'),
  xpath: pdfXpathParameter,
};

export const encryptReadOnlyOperation = defineOperation({
  id: 'PDF.EncryptReadOnly',
  label: 'PDF: Encrypt Read Only',
  category: 'Conversion',
  description:
    'Returns the PDF encrypted so that users may print and copy it; only owners may change it.',
  params,
  methods: protectionMethods((given: ParamValues<typeof params>) => ({
    key: keyOf('originalOwnerPwd', given.originalOwnerPwd),
    protection: protectionOf(given, permissions),
  })),
});
