import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { ActionBar } from '../../actions/action-menu.tsx';
import { useActionShortcuts } from '../../actions/use-action-shortcuts.ts';
import { documentQuery } from '../../api/documents.ts';
import { isGone } from '../../api/errors.ts';
import type { Doc } from '../../api/types.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Unloaded } from '../../ui/states.tsx';
import tabClasses from '../../ui/tabs.module.css';
import classes from './document.module.css';
import { DocumentHeader } from './header.tsx';
import { MainFileTarget } from './replace/main-file-target.tsx';
import { documentRoute } from './route.ts';
import { LockBanner } from './social/lock-banner.tsx';
import { documentTabs } from './tabs.ts';

export function DocumentScreen() {
  const { uid } = documentRoute.useParams();
  const found = useQuery(documentQuery(uid));
  usePageTitle(found.data?.title);
  if (!found.data || isGone(found.error)) return <Unloaded isScreen found={found} />;
  return <DocumentView key={uid} document={found.data} />;
}

function DocumentView({ document }: { readonly document: Doc }) {
  const text = useText();
  const shownDocuments = useMemo(() => [document], [document]);
  useActionShortcuts({ documents: shownDocuments });
  const { tab } = documentRoute.useSearch();
  const shown = documentTabs.filter((each) => each.isShownFor(document));
  const current = shown.find(({ id }) => id === tab) ?? shown[0];
  return (
    <article className={classes.document}>
      <MainFileTarget document={document}>
        <DocumentHeader document={document}>
          <ActionBar documents={shownDocuments} />
        </DocumentHeader>
        <LockBanner document={document} />
        <nav aria-label={text('document.parts')} className={tabClasses.tabs}>
          {shown.map(({ id, label }) => (
            <Link
              key={id}
              from={documentRoute.fullPath}
              search={(previous) => ({ ...previous, tab: id })}
              aria-current={id === current?.id ? 'page' : undefined}
              className={tabClasses.tab ?? ''}
            >
              {text(label)}
            </Link>
          ))}
        </nav>
        {current && <current.Content document={document} />}
      </MainFileTarget>
    </article>
  );
}
