import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, Navigate } from '@tanstack/react-router';
import { FolderX } from 'lucide-react';
import { startsQuery } from '../../api/tree-folders.ts';
import { folderPlace } from '../../documents/places.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { KindIcon } from '../../ui/kind-icon.tsx';
import { Empty, Unloaded } from '../../ui/states.tsx';
import classes from './starts.module.css';

/** In the place of the root, for users who may not read it: the folder in which they begin, or a choice of several. */
export function Starts() {
  const text = useText();
  const client = useQueryClient();
  const starts = useQuery(startsQuery(client));
  usePageTitle(text('browse.places'));
  if (!starts.data) return <Unloaded isScreen found={starts} />;
  const [first, ...others] = starts.data;
  if (first && others.length === 0) return <Navigate {...folderPlace(first.path)} replace />;
  return (
    <div className={classes.starts}>
      <h1>{text('browse.places')}</h1>
      {first ? (
        <ul className={classes.places}>
          {starts.data.map((folder) => (
            <li key={folder.uid}>
              <Link {...folderPlace(folder.path)} className={classes.place ?? ''}>
                <KindIcon document={folder} size={24} />
                <span className={classes.texts}>
                  <span className={classes.title}>{folder.title}</span>
                  <span className={classes.path}>{folder.path}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <Empty icon={FolderX} title={text('browse.noPlaces')}>
          <p>{text('browse.noPlacesHint')}</p>
        </Empty>
      )}
    </div>
  );
}
