import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderHeart } from 'lucide-react';
import { openAddToCollectionDialog } from '../../../actions/collecting/add-to-collection-dialog.tsx';
import { collectionsOfQuery } from '../../../api/collections.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { FormProblem } from '../../../ui/form-problem.tsx';
import classes from './social.module.css';

/** The collections that a document is in. */
export function InCollections({ document }: { readonly document: Doc }) {
  const text = useText();
  const { data = [], error, isSuccess } = useQuery(collectionsOfQuery(document.uid));
  // The star beside the title tells of favorites.
  const shown = data.filter(({ type }) => type !== 'Favorites');
  return (
    <section aria-labelledby="in-collections-title" className={classes.section}>
      <h2 id="in-collections-title">{text('social.inCollections')}</h2>
      {error && <FormProblem error={error} />}
      {isSuccess && shown.length === 0 && (
        <p className={classes.note}>{text('social.inCollectionsNone')}</p>
      )}
      {shown.length > 0 && (
        <ul className={classes.names}>
          {shown.map(({ uid, title }) => (
            <li key={uid}>
              <Link to="/collections/$uid" params={{ uid }}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button icon={FolderHeart} onPress={() => openAddToCollectionDialog([document])}>
          {text('social.collectionAdd')}
        </Button>
      </div>
    </section>
  );
}
