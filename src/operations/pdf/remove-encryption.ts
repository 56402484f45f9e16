import { defineOperation, optional, type ParamValues } from '../../automation/define.ts';
import { keyOf, pdfXpathParameter } from '../parts/pdf-parameters.ts';
import { protectionMethods } from '../parts/pdf-protection.ts';

const params = {
  ownerPwd: optional('string', 'What opens the PDF.'),
  xpath: pdfXpathParameter,
};

export const removeEncryptionOperation = defineOperation({
  id: 'PDF.RemoveEncryption',
  label: 'PDF: Remove Encryption',
  category: 'Conversion',
  description: 'Returns the PDF without its encryption.',
  params,
  methods: protectionMethods(({ ownerPwd }: ParamValues<typeof params>) => ({
    key: keyOf('ownerPwd', ownerPwd),
    protection: null,
  })),
});
