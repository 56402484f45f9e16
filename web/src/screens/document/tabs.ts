import { type ComponentType, lazy } from 'react';
import type { Doc } from '../../api/types.ts';
import type { MessageId } from '../../i18n/i18n.tsx';

interface TabProps {
  readonly document: Doc;
}

/** A part of the screen of a document; it is loaded when it is shown. */
export interface DocumentTab {
  /** In the address. */
  readonly id: string;
  readonly label: MessageId;
  readonly Content: ComponentType<TabProps>;
  isShownFor(document: Doc): boolean;
}

/** The first one is shown where the address names none. */
export const documentTabs: readonly DocumentTab[] = [
  {
    id: 'summary',
    label: 'document.summary',
    Content: lazy(async () => ({ default: (await import('./summary.tsx')).Summary })),
    isShownFor: () => true,
  },
];
