import { type ComponentType, lazy } from 'react';
import { may } from '../../actions/permissions.ts';
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
    Content: lazy(async () => ({ default: (await import('./summary/summary.tsx')).Summary })),
    isShownFor: () => true,
  },
  {
    id: 'edit',
    label: 'common.edit',
    Content: lazy(async () => ({ default: (await import('./edit/edit-tab.tsx')).EditTab })),
    isShownFor: mayBeEdited,
  },
  {
    id: 'attachments',
    label: 'document.attachments',
    Content: lazy(async () => ({
      default: (await import('./attachments/attachments-tab.tsx')).AttachmentsTab,
    })),
    isShownFor: ({ schemas = [] }) => schemas.some(({ name }) => name === 'files'),
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
  {
    id: 'permissions',
    label: 'rights.tab',
    Content: lazy(async () => ({ default: (await import('./rights/rights-tab.tsx')).RightsTab })),
    isShownFor: () => true,
  },
  {
    id: 'comments',
    label: 'social.commentsTab',
    Content: lazy(async () => ({
      default: (await import('./social/comments-tab.tsx')).CommentsTab,
    })),
    isShownFor: () => true,
  },
  {
    id: 'publications',
    label: 'social.publications',
    Content: lazy(async () => ({
      default: (await import('./social/publications-tab.tsx')).PublicationsTab,
    })),
    isShownFor: ({ facets, isProxy }) => facets.includes('Publishable') && !isProxy,
  },
  {
    id: 'workflow',
    label: 'workflow.tab',
    Content: lazy(async () => ({
      default: (await import('./workflow/workflow-tab.tsx')).WorkflowTab,
    })),
    isShownFor: ({ isVersion, facets }) => !isVersion && !facets.includes('Folderish'),
  },
];

/** Also while another person has locked it: the form says so. */
function mayBeEdited(document: Doc): boolean {
  if (document.isVersion || document.isTrashed) return false;
  const isLocked = document.lockOwner !== undefined;
  return may(document, 'WriteProperties') || (isLocked && may(document, 'ReadWrite'));
}
