import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { File, Folder, Library } from 'lucide-react';
import type { ReactNode } from 'react';
import { isGone } from '../../api/errors.ts';
import type { Doc, Docs } from '../../api/types.ts';
import { isFolder, placeOf } from '../../documents/places.ts';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { KeepsFocus } from '../../ui/keeps-focus.tsx';
import { Unloaded } from '../../ui/states.tsx';
import classes from './collections.module.css';

interface Props {
  readonly label: string;
  readonly found: UseInfiniteQueryResult<InfiniteData<Docs>>;
  readonly empty: ReactNode;
  /** Buttons at the end of a row. */
  readonly renderDeeds?: (document: Doc) => ReactNode;
}

/** Documents of a list that is read page by page. */
export function DocumentRows(props: Props) {
  const text = useText();
  const { label, found, empty } = props;
  if (!found.data || isGone(found.error)) return <Unloaded found={found} />;
  const documents = found.data.pages.flatMap(({ entries }) => entries);
  return (
    <KeepsFocus count={documents.length}>
      {documents.length === 0 ? (
        empty
      ) : (
        <ul aria-label={label} className={classes.rows}>
          {documents.map((document) => (
            <DocumentRow key={document.uid} {...props} document={document} />
          ))}
        </ul>
      )}
      {found.isFetchNextPageError && (
        <Unloaded found={{ ...found, refetch: found.fetchNextPage }} />
      )}
      {found.hasNextPage && (
        <Button isDisabled={found.isFetchingNextPage} onPress={() => void found.fetchNextPage()}>
          {text('social.more')}
        </Button>
      )}
    </KeepsFocus>
  );
}

function DocumentRow({
  document,
  renderDeeds,
}: Pick<Props, 'renderDeeds'> & { readonly document: Doc }) {
  const formats = useFormats();
  const Icon = iconOf(document);
  return (
    <li className={classes.row}>
      <Icon aria-hidden size={18} />
      <Link {...placeOf(document)} className={classes.title ?? ''}>
        {document.title}
      </Link>
      {document.lastModified && (
        <time dateTime={document.lastModified} className={classes.date}>
          {formats.date(document.lastModified)}
        </time>
      )}
      {renderDeeds?.(document)}
    </li>
  );
}

function iconOf(document: Doc): LucideIcon {
  if (document.facets.includes('Collection')) return Library;
  return isFolder(document) ? Folder : File;
}
