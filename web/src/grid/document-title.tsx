import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Doc } from '../api/types.ts';
import { useText } from '../i18n/i18n.tsx';
import { KindIcon } from '../ui/kind-icon.tsx';
import classes from './grid.module.css';

interface Props {
  readonly document: Doc;
  readonly href: string;
  /** In the place of the title, while it is being changed. */
  readonly field?: ReactNode;
  /** Without one the kind is shown elsewhere. */
  readonly iconSize?: number;
  readonly isFirst?: boolean;
}

/** Browsers note when it was seen: https://wicg.github.io/element-timing/ */
const firstRowTiming = { elementtiming: 'first-row' };

/** The way to a document. The focus of the keyboard is at the row around it, where Enter does the same. */
export function DocumentTitle({ document, href, field, iconSize, isFirst = false }: Props) {
  const text = useText();
  const { title, lockOwner } = document;
  return (
    <>
      {iconSize && (
        <span className={classes.icon}>
          <KindIcon document={document} size={iconSize} />
        </span>
      )}
      {field ?? (
        <a
          href={href}
          tabIndex={-1}
          draggable={false}
          className={classes.title}
          {...(isFirst && firstRowTiming)}
        >
          {title}
        </a>
      )}
      {lockOwner && (
        <span role="img" aria-label={text('browse.locked', { name: lockOwner })}>
          <Lock aria-hidden size={14} />
        </span>
      )}
    </>
  );
}
