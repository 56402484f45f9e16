import { useQuery } from '@tanstack/react-query';
import { GitCompareArrows, History, Plus } from 'lucide-react';
import { may } from '../../../actions/permissions.ts';
import { documentQuery } from '../../../api/documents.ts';
import { isGone } from '../../../api/errors.ts';
import type { Doc } from '../../../api/types.ts';
import { type Version, versionsQuery } from '../../../api/versions.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { Empty, Loading, Unloaded } from '../../../ui/states.tsx';
import { documentRoute } from '../route.ts';
import { Comparison } from './comparison.tsx';
import { CreateVersionDialog } from './create-version-dialog.tsx';
import { VersionRow } from './version-row.tsx';
import classes from './versions.module.css';

/** The versions of a document. Of a version, those of the document that it is a version of. */
export function VersionsTab({ document }: { readonly document: Doc }) {
  const liveUid = document.versionableId ?? document.uid;
  const live = useQuery(documentQuery(liveUid));
  const versions = useQuery(versionsQuery(liveUid));
  if (!versions.data || isGone(versions.error)) return <Unloaded found={versions} />;
  if (live.isPending) return <Loading />;
  // The document of a version may be gone, or not be readable.
  return <VersionList shown={document} live={live.data} versions={versions.data} />;
}

interface Props {
  readonly shown: Doc;
  readonly live: Doc | undefined;
  readonly versions: readonly Version[];
}

function VersionList({ shown, live, versions }: Props) {
  const text = useText();
  const { older, newer } = documentRoute.useSearch();
  const navigate = documentRoute.useNavigate();
  const [latest] = versions;
  const compare = (): void =>
    void navigate({
      to: '.',
      search: (previous) => ({
        ...previous,
        older: versions[live ? 0 : 1]?.uid,
        newer: live ? 'current' : latest?.uid,
      }),
    });
  const canCompare = versions.length + (live ? 1 : 0) > 1;
  return (
    <div className={classes.versions}>
      {live && (
        <Current live={live} versions={versions} canCompare={canCompare} compare={compare} />
      )}
      {older && newer && canCompare && (
        <Comparison older={older} newer={newer} live={live} versions={versions} />
      )}
      {versions.length === 0 ? (
        <Empty icon={History} title={text('versions.none')}>
          <p>{text('versions.noneHelp')}</p>
        </Empty>
      ) : (
        <ul className={classes.list} aria-label={text('versions.list')}>
          {versions.map((version) => (
            <VersionRow
              key={version.uid}
              version={version}
              live={live}
              isShown={version.uid === shown.uid}
              isBase={live?.isCheckedOut === false && baseOf(live, versions) === version}
              stateBefore={live && baseOf(live, versions)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** The version that the state of a document comes from: labels end with a plus where it was changed since. */
function baseOf(live: Doc, versions: readonly Version[]): Version | undefined {
  const label = live.versionLabel?.replace(/\+$/, '');
  return versions.find((each) => each.label === label);
}

interface CurrentProps {
  readonly live: Doc;
  readonly versions: readonly Version[];
  readonly canCompare: boolean;
  readonly compare: () => void;
}

/** How the current state stands to the versions, and what can be done with it. */
function Current({ live, versions, canCompare, compare }: CurrentProps) {
  const text = useText();
  const base = baseOf(live, versions)?.label ?? '';
  const state = live.isCheckedOut
    ? text(base ? 'versions.changed' : 'versions.neverMade', { label: base })
    : text('versions.unchanged', { label: base });
  return (
    <div className={classes.current}>
      <p className={classes.state}>{state}</p>
      {canCompare && (
        <Button icon={GitCompareArrows} onPress={compare}>
          {text('versions.compare')}
        </Button>
      )}
      {may(live, 'WriteVersion') && live.isCheckedOut && (
        <Button
          icon={Plus}
          look="primary"
          onPress={() =>
            openDialog((close) => (
              <CreateVersionDialog document={live} base={base} onClose={close} />
            ))
          }
        >
          {text('versions.create')}
        </Button>
      )}
    </div>
  );
}
