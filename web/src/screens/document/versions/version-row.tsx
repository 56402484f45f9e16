import { Link } from '@tanstack/react-router';
import { EllipsisVertical, GitCompareArrows, RotateCcw, Trash2 } from 'lucide-react';
import { may } from '../../../actions/permissions.ts';
import type { Doc } from '../../../api/types.ts';
import type { Version } from '../../../api/versions.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { Menu, type MenuEntry } from '../../../ui/menu.tsx';
import { documentRoute } from '../route.ts';
import { usePersonLabel } from '../social/use-person-label.ts';
import { DeleteVersionDialog } from './delete-version-dialog.tsx';
import { RestoreVersionDialog } from './restore-version-dialog.tsx';
import classes from './versions.module.css';

interface Props {
  readonly version: Version;
  readonly live: Doc | undefined;
  /** Whether it is the document of the screen. */
  readonly isShown: boolean;
  /** Whether the document has its state now. */
  readonly isBase: boolean;
  /** The version that the state of the document comes from. */
  readonly stateBefore: Version | undefined;
}

export function VersionRow({ version, live, isShown, isBase, stateBefore }: Props) {
  const text = useText();
  const formats = useFormats();
  const { label, comment, created, by, uid } = version;
  return (
    <li className={`${classes.version} ${isShown ? classes.shown : ''}`}>
      <Link
        to="/document/$uid"
        params={{ uid }}
        className={classes.label ?? ''}
        aria-current={isShown ? 'true' : undefined}
      >
        {text('versions.version', { label })}
      </Link>
      <span className={classes.facts}>
        <time dateTime={created} title={formats.dateTime(created)}>
          {formats.relative(created)}
        </time>
        {' · '}
        <Person name={by} />
        {isBase && <span className={classes.mark}>{text('versions.isCurrent')}</span>}
      </span>
      <span className={classes.comment}>{comment}</span>
      <Menu
        label={text('versions.actions', { label })}
        trigger={<IconButton icon={EllipsisVertical} label={text('versions.actions', { label })} />}
        groups={useEntries({ version, live, isBase, stateBefore })}
      />
    </li>
  );
}

function Person({ name }: { readonly name: string }) {
  return <span title={name}>{usePersonLabel(name)}</span>;
}

function useEntries({
  version,
  live,
  isBase,
  stateBefore,
}: Omit<Props, 'isShown'>): readonly (readonly MenuEntry[])[] {
  const text = useText();
  const navigate = documentRoute.useNavigate();
  if (!live) return [];
  const compare: MenuEntry = {
    id: 'compare',
    label: text('versions.compareCurrent'),
    icon: GitCompareArrows,
    run: () =>
      void navigate({
        to: '.',
        search: (previous) => ({ ...previous, older: version.uid, newer: 'current' }),
      }),
  };
  const restore: MenuEntry = {
    id: 'restore',
    label: text('versions.restore'),
    icon: RotateCcw,
    disabledReason: isBase ? text('versions.isCurrent') : undefined,
    run: () =>
      openDialog((close) => (
        <RestoreVersionDialog
          version={version}
          live={live}
          stateBefore={stateBefore}
          onClose={close}
        />
      )),
  };
  const remove: MenuEntry = {
    id: 'delete',
    label: text('common.delete'),
    icon: Trash2,
    isDangerous: true,
    disabledReason: isBase ? text('versions.isCurrent') : undefined,
    run: () =>
      openDialog((close) => <DeleteVersionDialog version={version} live={live} onClose={close} />),
  };
  return [
    [compare, ...(may(live, 'WriteProperties') ? [restore] : [])],
    may(live, 'WriteVersion') ? [remove] : [],
  ];
}
