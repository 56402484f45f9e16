import { Link } from '@tanstack/react-router';
import { Ban } from 'lucide-react';
import type { DocumentRights, PlacedEntry } from '../../../api/rights.ts';
import { isBlock } from '../../../documents/access.ts';
import type { EntrySource } from '../../../documents/access-sources.ts';
import { folderPlace } from '../../../documents/places.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { EntryRow } from './entry-row.tsx';
import classes from './rights.module.css';

/** What folders above grant, each with its entries. */
export function InheritedEntries({ rights }: { readonly rights: DocumentRights }) {
  const text = useText();
  if (rights.own.some(isBlock)) {
    return (
      <p className={classes.note}>
        {text('rights.aboveBlocked')} {text('rights.blockedHint')}
      </p>
    );
  }
  if (rights.inherited.length === 0) {
    return <p className={classes.note}>{text('rights.aboveNone')}</p>;
  }
  const inherited = rights.entries.filter(({ list }) => list === 'inherited');
  return [...Map.groupBy(inherited, ({ source }) => keyOf(source))].map(([key, entries]) => (
    <div key={key} className={classes.group}>
      <h3 className={classes.source}>{entries[0] && <SourceName source={entries[0].source} />}</h3>
      <ul className={classes.entries}>
        {entries.map((entry) =>
          isBlock(entry) ? <BlockRow key={entry.id} /> : <EntryRow key={entry.id} entry={entry} />,
        )}
      </ul>
    </div>
  ));
}

function keyOf(source: PlacedEntry['source']): string {
  return source.kind === 'above' ? source.ancestor.uid : source.kind;
}

function SourceName({ source }: { readonly source: EntrySource }) {
  const text = useText();
  if (source.kind !== 'above') {
    return text(source.kind === 'task' ? 'rights.fromTask' : 'rights.fromUnknown');
  }
  const { path, title } = source.ancestor;
  const place = folderPlace(path);
  return (
    <Link {...place} title={path}>
      {text('rights.from', { title: title || text('rights.root') })}
    </Link>
  );
}

function BlockRow() {
  const text = useText();
  return (
    <li className={classes.entry}>
      <span className={classes.who}>
        <Ban aria-hidden size={17} />
        {text('rights.whyBlockHere')}
      </span>
    </li>
  );
}
