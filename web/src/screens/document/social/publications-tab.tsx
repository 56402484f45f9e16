import { useQuery } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { openPublishDialog } from '../../../actions/publishing/publish-dialog.tsx';
import { isGone } from '../../../api/errors.ts';
import { publicationsQuery } from '../../../api/publications.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Unloaded } from '../../../ui/states.tsx';
import { PublicationRow } from './publication-row.tsx';
import classes from './social.module.css';

/** In which sections a document is shown, and in which version. */
export function PublicationsTab({ document }: { readonly document: Doc }) {
  const text = useText();
  const found = useQuery(publicationsQuery(document));
  if (!found.data || isGone(found.error)) return <Unloaded found={found} />;
  return (
    <section aria-labelledby="publications-title" className={`${classes.section} ${classes.wide}`}>
      <div className={classes.heading}>
        <h2 id="publications-title">{text('social.publications')}</h2>
        {!document.isTrashed && (
          <Button look="primary" icon={Megaphone} onPress={() => openPublishDialog(document)}>
            {text('social.publish')}
          </Button>
        )}
      </div>
      {found.data.length === 0 ? (
        <p className={classes.note}>{text('social.publicationsNone')}</p>
      ) : (
        <ul className={classes.rows}>
          {found.data.map((publication) => (
            <PublicationRow
              key={publication.proxy.uid}
              document={document}
              publication={publication}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
