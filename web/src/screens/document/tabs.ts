import type { ComponentType } from 'react';
import { may } from '../../actions/permissions.ts';
import type { Doc } from '../../api/types.ts';
import type { MessageId } from '../../i18n/i18n.tsx';
import { previewedFileOf } from '../../previews/previewed-file.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

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
    Content: lazyPart('part', async () => (await import('./preview/preview-tab.tsx')).PreviewTab),
    isShownFor: (document) => previewedFileOf(document) !== undefined,
  },
  {
    id: 'summary',
    label: 'document.summary',
    Content: lazyPart('part', async () => (await import('./summary/summary.tsx')).Summary),
    isShownFor: () => true,
  },
  {
    id: 'edit',
    label: 'common.edit',
    Content: lazyPart('part', async () => (await import('./edit/edit-tab.tsx')).EditTab),
    isShownFor: mayBeEdited,
  },
  {
    id: 'attachments',
    label: 'document.attachments',
    Content: lazyPart(
      'part',
      async () => (await import('./attachments/attachments-tab.tsx')).AttachmentsTab,
    ),
    isShownFor: ({ schemas = [] }) => schemas.some(({ name }) => name === 'files'),
  },
  {
    id: 'versions',
    label: 'versions.title',
    Content: lazyPart(
      'part',
      async () => (await import('./versions/versions-tab.tsx')).VersionsTab,
    ),
    isShownFor: ({ facets, isProxy }) => facets.includes('Versionable') && !isProxy,
  },
  {
    id: 'history',
    label: 'versions.history',
    Content: lazyPart('part', async () => (await import('./history/history-tab.tsx')).HistoryTab),
    isShownFor: () => true,
  },
  {
    id: 'permissions',
    label: 'rights.tab',
    Content: lazyPart('part', async () => (await import('./rights/rights-tab.tsx')).RightsTab),
    isShownFor: () => true,
  },
  {
    id: 'comments',
    label: 'social.commentsTab',
    Content: lazyPart('part', async () => (await import('./social/comments-tab.tsx')).CommentsTab),
    isShownFor: () => true,
  },
  {
    id: 'publications',
    label: 'social.publications',
    Content: lazyPart(
      'part',
      async () => (await import('./social/publications-tab.tsx')).PublicationsTab,
    ),
    isShownFor: ({ facets, isProxy }) => facets.includes('Publishable') && !isProxy,
  },
  {
    id: 'workflow',
    label: 'workflow.tab',
    Content: lazyPart(
      'part',
      async () => (await import('./workflow/workflow-tab.tsx')).WorkflowTab,
    ),
    isShownFor: ({ isVersion, facets }) => !isVersion && !facets.includes('Folderish'),
  },
];

/** Also while another person has locked it: the form says so. */
function mayBeEdited(document: Doc): boolean {
  if (document.isVersion || document.isTrashed) return false;
  const isLocked = document.lockOwner !== undefined;
  return may(document, 'WriteProperties') || (isLocked && may(document, 'ReadWrite'));
}
