import { useQueryClient } from '@tanstack/react-query';
import { Bell, Lock, LockOpen, type LucideIcon, Star } from 'lucide-react';
import { may } from '../../../actions/permissions.ts';
import {
  isFavorite,
  isSubscribed,
  setFavorite,
  setLock,
  setSubscribed,
} from '../../../api/marks.ts';
import type { Doc } from '../../../api/types.ts';
import { type MessageId, useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import { notifyError } from '../../../ui/notify-error.ts';
import { ToggleIconButton } from '../../../ui/toggle-icon-button.tsx';
import classes from './social.module.css';

/** Beside the title: what the user has put onto the document for himself. */
export function Marks({ document }: { readonly document: Doc }) {
  const client = useQueryClient();
  const me = useUser();
  const { uid, lockOwner } = document;
  const isLockable = may(document, 'WriteProperties') && !document.isVersion && !document.isProxy;
  return (
    <div className={classes.marks}>
      {!document.facets.includes('NotCollectionMember') && (
        <Mark
          icon={Star}
          label="social.favoriteAdd"
          labelOn="social.favoriteRemove"
          isOn={isFavorite(document)}
          change={(isOn) => setFavorite(client, [document], isOn)}
        />
      )}
      {!document.isVersion && !document.isProxy && (
        <Mark
          icon={Bell}
          label="social.subscribe"
          labelOn="social.unsubscribe"
          isOn={isSubscribed(document)}
          change={(isOn) => setSubscribed(client, [uid], isOn)}
        />
      )}
      {isLockable && (lockOwner === undefined || lockOwner === me.id) && (
        <Mark
          icon={lockOwner ? Lock : LockOpen}
          label="rights.lock"
          labelOn="rights.unlock"
          isOn={lockOwner !== undefined}
          change={(isOn) => setLock(client, [uid], isOn)}
        />
      )}
    </div>
  );
}

interface MarkProps {
  readonly icon: LucideIcon;
  readonly label: MessageId;
  readonly labelOn: MessageId;
  readonly isOn: boolean;
  readonly change: (isOn: boolean) => Promise<void>;
}

function Mark({ icon, label, labelOn, isOn, change }: MarkProps) {
  const text = useText();
  return (
    <ToggleIconButton
      icon={icon}
      label={text(isOn ? labelOn : label)}
      isOn={isOn}
      onChange={(next) => void change(next).catch((error) => notifyError(text, error))}
    />
  );
}
