export const document = {
  'document.parts': 'Parts of the document',
  'document.summary': 'Summary',
} as const;
