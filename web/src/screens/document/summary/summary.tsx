import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { fieldsQuery } from '../../../api/content-model.ts';
import type { Doc } from '../../../api/types.ts';
import { Failure, Loading } from '../../../ui/states.tsx';
import { Facts } from './facts.tsx';
import { Metadata } from './metadata.tsx';
import { type SummaryPart, summaryParts } from './parts.ts';
import classes from './summary.module.css';

/** What is known of a document at a glance. */
export function Summary({ document }: { readonly document: Doc }) {
  const fields = useQuery(fieldsQuery(document));
  const parts = summaryParts.filter((each) => each.isShownFor(document));
  const beside = parts.filter(({ place }) => place === 'beside');
  return (
    <div className={classes.columns} data-beside={beside.length > 0 || undefined}>
      <div className={classes.main}>
        <Facts document={document} />
        <Parts parts={parts.filter(({ place }) => place === 'below')} document={document} />
        {fields.isPending && <Loading />}
        {fields.error && <Failure error={fields.error} onRetry={() => void fields.refetch()} />}
        {fields.data && <Metadata document={document} model={fields.data} />}
      </div>
      {beside.length > 0 && (
        <div className={classes.beside}>
          <Parts parts={beside} document={document} />
        </div>
      )}
    </div>
  );
}

interface PartsProps {
  readonly parts: readonly SummaryPart[];
  readonly document: Doc;
}

function Parts({ parts, document }: PartsProps) {
  return parts.map(({ id, Content }) => (
    <Suspense key={id} fallback={<Loading />}>
      <Content document={document} />
    </Suspense>
  ));
}
