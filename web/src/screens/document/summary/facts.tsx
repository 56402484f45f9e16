import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Doc, Value } from '../../../api/types.ts';
import type { FieldReference } from '../../../documents/fields.ts';
import { folderPlace, parentPath } from '../../../documents/places.ts';
import { complexOf, listOf } from '../../../documents/values.ts';
import { Reference } from '../../../forms/read/reference.tsx';
import { useFormats } from '../../../i18n/formats.ts';
import { type MessageId, useText } from '../../../i18n/i18n.tsx';
import { typeText } from '../type-text.ts';
import classes from './summary.module.css';

/** The most important facts, for every type of document. */
export function Facts({ document }: { readonly document: Doc }) {
  const text = useText();
  const formats = useFormats();
  const { properties, path, state, versionLabel } = document;
  const size = Number(complexOf(properties['file:content'])?.length ?? Number.NaN);
  const parent = parentPath(path);
  return (
    <dl className={classes.facts} aria-label={text('document.facts')}>
      <Fact label="document.type">{typeText(document.type)}</Fact>
      <Fact label="document.state">{state && stateText(state, text)}</Fact>
      <Fact label="document.version">{versionLabel}</Fact>
      <Fact label="document.size">{Number.isFinite(size) && formats.size(size)}</Fact>
      <Fact label="document.created">
        <When at={properties['dc:created']} by={properties['dc:creator']} />
      </Fact>
      <Fact label="document.modified">
        <When at={properties['dc:modified']} by={properties['dc:lastContributor']} />
      </Fact>
      <Fact label="document.contributors">
        <People names={listOf(properties['dc:contributors'])} />
      </Fact>
      <Fact label="document.place" isWide>
        {parent !== undefined && (
          <Link {...folderPlace(parent)} className={classes.path ?? ''}>
            {path}
          </Link>
        )}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly label: MessageId;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

function Fact({ label, isWide = false, children }: FactProps) {
  const text = useText();
  if (children === '' || children === false || children === null || children === undefined)
    return null;
  return (
    <div className={isWide ? classes.wide : ''}>
      <dt>{text(label)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const user: FieldReference = { kind: 'principal', users: true, groups: false };

interface WhenProps {
  readonly at: Value | undefined;
  readonly by: Value | undefined;
}

function When({ at, by }: WhenProps) {
  const text = useText();
  const formats = useFormats();
  if (typeof at !== 'string') return text('common.none');
  return (
    <>
      <time dateTime={at} title={formats.dateTime(at)}>
        {formats.relative(at)}
      </time>
      {by && (
        <>
          {' · '}
          <Reference reference={user} value={by} />
        </>
      )}
    </>
  );
}

function People({ names }: { readonly names: readonly Value[] }) {
  const text = useText();
  if (names.length === 0) return text('common.none');
  return names.map((name, at) => (
    <span key={at}>
      {at > 0 && ', '}
      <Reference reference={user} value={name} />
    </span>
  ));
}

const states: Readonly<Record<string, MessageId>> = {
  project: 'document.state.project',
  approved: 'document.state.approved',
  obsolete: 'document.state.obsolete',
  deleted: 'document.state.deleted',
};

function stateText(state: string, text: (id: MessageId) => string): string {
  const known = states[state];
  return known ? text(known) : state;
}
