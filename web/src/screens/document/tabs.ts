import { type ComponentType, lazy } from 'react';
import type { Doc } from '../../api/types.ts';
import type { MessageId } from '../../i18n/i18n.tsx';
import { previewedFileOf } from '../../previews/previewed-file.ts';

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
    id: 'preview',
    label: 'previews.title',
    Content: lazy(async () => ({
      default: (await import('./preview/preview-tab.tsx')).PreviewTab,
    })),
    isShownFor: (document) => previewedFileOf(document) !== undefined,
  },
  {
    id: 'summary',
    label: 'document.summary',
    Content: lazy(async () => ({ default: (await import('./summary.tsx')).Summary })),
    isShownFor: () => true,
  },
  {
    id: 'versions',
    label: 'versions.title',
    Content: lazy(async () => ({
      default: (await import('./versions/versions-tab.tsx')).VersionsTab,
    })),
    isShownFor: ({ facets, isProxy }) => facets.includes('Versionable') && !isProxy,
  },
  {
    id: 'history',
    label: 'versions.history',
    Content: lazy(async () => ({
      default: (await import('./history/history-tab.tsx')).HistoryTab,
    })),
    isShownFor: () => true,
  },
];
