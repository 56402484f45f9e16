import type { Doc } from '../../../api/types.ts';
import { InCollections } from './in-collections.tsx';
import classes from './social.module.css';
import { Tags } from './tags.tsx';

/** Within the summary of a document: its tags and collections. */
export function SocialSummary({ document }: { readonly document: Doc }) {
  return (
    <div className={classes.sections}>
      <Tags document={document} />
      {!document.facets.includes('NotCollectionMember') && <InCollections document={document} />}
    </div>
  );
}
