import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import type { Doc } from '../../api/types.ts';
import { placeOf } from '../../documents/places.ts';
import { useText } from '../../i18n/i18n.tsx';
import { KindIcon } from '../../ui/kind-icon.tsx';
import { Badges } from './badges.tsx';
import classes from './header.module.css';
import { headerParts } from './header-parts.ts';

interface Props {
  readonly document: Doc;
  /** Beside the title where there is room. */
  readonly children: ReactNode;
}

/** Above all parts of a document: where it is, what it is called, and what is special about it. */
export function DocumentHeader({ document, children }: Props) {
  return (
    <header className={classes.header}>
      <Breadcrumb document={document} />
      <div className={classes.title}>
        <div className={classes.name}>
          <KindIcon document={document} size={26} />
          <h1>{document.title}</h1>
        </div>
        <Badges document={document} />
        <div className={classes.parts}>
          {headerParts.map((Part, at) => (
            <Part key={at} document={document} />
          ))}
        </div>
        {children}
      </div>
    </header>
  );
}

function Breadcrumb({ document }: { readonly document: Doc }) {
  const text = useText();
  return (
    <nav aria-label={text('document.path')} className={classes.breadcrumb}>
      <Link to="/browse/$" params={{ _splat: '' }}>
        {text('shell.browse')}
      </Link>
      {ancestorsOf(document).map((each) => (
        <Fragment key={each.uid}>
          <span aria-hidden>›</span>
          <Link {...placeOf(each)}>{each.title}</Link>
        </Fragment>
      ))}
    </nav>
  );
}

/** Those that the user may see, from the top; the document itself comes last in the answer. */
function ancestorsOf({ uid, contextParameters }: Doc): readonly Doc[] {
  const { entries = [] } = (contextParameters.breadcrumb ?? {}) as {
    readonly entries?: readonly Doc[];
  };
  return entries.filter((each) => each.uid !== uid);
}
