import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { ActionMenu } from '../../actions/action-menu.tsx';
import type { Doc } from '../../api/types.ts';
import { personName } from '../../documents/person-name.ts';
import { folderPlace, parentPath, placeOf } from '../../documents/places.ts';
import { Thumbnail } from '../../grid/thumbnail.tsx';
import { useFormats } from '../../i18n/formats.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import classes from './search.module.css';
import { Snippet } from './snippet.tsx';
import { type Highlight, highlightsOf } from './snippets.ts';

interface Props {
  readonly document: Doc;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

const titleField = /^dc:title(?:\.|$)/;
const snippetsMax = 3;

export function Result({ document, isSelected, onSelect }: Props) {
  const text = useText();
  const found = highlightsOf(document.contextParameters.highlight);
  const folder = parentPath(document.path);
  return (
    <li className={classes.result} data-selected={isSelected}>
      <Checkbox
        aria-label={text('search.select', { title: document.title })}
        isSelected={isSelected}
        onChange={onSelect}
      />
      <div className={classes.picture}>
        <Thumbnail document={document} iconSize={24} />
      </div>
      <div className={classes.resultText}>
        <Link {...placeOf(document)} className={classes.resultTitle ?? ''}>
          <Title document={document} found={found} />
        </Link>
        {folder !== undefined && (
          <Link {...folderPlace(folder)} className={classes.path ?? ''}>
            {folder}
          </Link>
        )}
        <Snippets found={found} />
        <Changed document={document} />
      </div>
      <ActionMenu documents={[document]} />
    </li>
  );
}

function Title({
  document,
  found,
}: {
  readonly document: Doc;
  readonly found: readonly Highlight[];
}) {
  const segment = found.find(({ field }) => titleField.test(field))?.segments[0];
  return segment === undefined ? document.title : <Snippet html={segment} whole={document.title} />;
}

/** Where the words stand besides the title; each place once. */
function Snippets({ found }: { readonly found: readonly Highlight[] }) {
  const segments = found
    .filter(({ field }) => !titleField.test(field))
    .flatMap((each) => each.segments);
  const shown = [...new Set(segments)].slice(0, snippetsMax);
  if (shown.length === 0) return null;
  return (
    <p className={classes.snippets}>
      {shown.map((html, at) => (
        <Fragment key={html}>
          {at > 0 && ' … '}
          <Snippet html={html} />
        </Fragment>
      ))}
    </p>
  );
}

function Changed({ document }: Pick<Props, 'document'>) {
  const text = useText();
  const formats = useFormats();
  const { 'dc:modified': modified, 'dc:lastContributor': person } = document.properties;
  if (typeof modified !== 'string') return null;
  const when = formats.relative(modified);
  const name = personName(person);
  return (
    <p className={classes.changed}>
      <span>{document.type}</span>
      <span title={formats.dateTime(modified)}>
        {name ? text('search.changedBy', { when, name }) : text('search.changed', { when })}
      </span>
    </p>
  );
}
