import { useQuery } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { may } from '../../../actions/permissions.ts';
import { openShareDialog } from '../../../actions/sharing/share-dialog.tsx';
import { isGone } from '../../../api/errors.ts';
import { type DocumentRights, rightsQuery } from '../../../api/rights.ts';
import type { Doc } from '../../../api/types.ts';
import { permissionText } from '../../../documents/permission-text.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { Button } from '../../../ui/button.tsx';
import { Chips } from '../../../ui/chips.tsx';
import { Unloaded } from '../../../ui/states.tsx';
import { Inheritance } from './inheritance.tsx';
import { InheritedEntries } from './inherited-entries.tsx';
import { OwnEntries } from './own-entries.tsx';
import classes from './rights.module.css';
import { Why } from './why.tsx';

/** Who may what on a document, and from where. */
export function RightsTab({ document }: { readonly document: Doc }) {
  const rights = useQuery(rightsQuery(document));
  if (rights.data === undefined || isGone(rights.error)) return <Unloaded found={rights} />;
  if (!rights.data) return <MyRights document={document} />;
  return <AllRights document={document} rights={rights.data} />;
}

interface AllRightsProps {
  readonly document: Doc;
  readonly rights: DocumentRights;
}

function AllRights({ document, rights }: AllRightsProps) {
  const text = useText();
  const isManaged = may(document, 'WriteSecurity') && !document.isVersion;
  return (
    <div className={classes.rights}>
      {document.isVersion && <p className={classes.note}>{text('rights.version')}</p>}
      {!isManaged && !document.isVersion && (
        <p className={classes.note}>{text('rights.readOnly')}</p>
      )}
      <section aria-labelledby="rights-here" className={classes.section}>
        <div className={classes.heading}>
          <h2 id="rights-here">{text('rights.here')}</h2>
          {isManaged && (
            <Button look="primary" icon={Share2} onPress={() => openShareDialog([document])}>
              {text('rights.share')}
            </Button>
          )}
        </div>
        <OwnEntries document={document} rights={rights} isManaged={isManaged} />
      </section>
      <section aria-labelledby="rights-above" className={classes.section}>
        <div className={classes.heading}>
          <h2 id="rights-above">{text('rights.above')}</h2>
          {isManaged && <Inheritance document={document} rights={rights} />}
        </div>
        <InheritedEntries rights={rights} />
      </section>
      <Why document={document} rights={rights} />
    </div>
  );
}

/** For those who may not see the permissions of others. */
function MyRights({ document }: { readonly document: Doc }) {
  const text = useText();
  const { permissions } = document.contextParameters;
  const names = Array.isArray(permissions) ? permissions.map(String) : [];
  return (
    <section aria-labelledby="rights-mine" className={classes.section}>
      <h2 id="rights-mine">{text('rights.mine')}</h2>
      <p className={classes.note}>{text('rights.mineHelp')}</p>
      <Chips
        label={text('rights.mine')}
        chips={names.map((id) => ({ id, label: permissionText(text, id) }))}
        onRemove={() => undefined}
      />
    </section>
  );
}
