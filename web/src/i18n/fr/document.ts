import type { document as english } from '../en/document.ts';

export const document: Readonly<Record<keyof typeof english, string>> = {
  'document.parts': 'Parties du document',
  'document.summary': 'Résumé',
};
