import { useQueryClient } from '@tanstack/react-query';
import { Bell, Lock, type LucideIcon, Star } from 'lucide-react';
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
import { IconButton } from '../../../ui/button.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import { ToggleIconButton } from '../../../ui/toggle-icon-button.tsx';
import classes from './social.module.css';

/** Beside the title: what users put onto the document for their own use. */
export function Marks({ document }: { readonly document: Doc }) {
  const text = useText();
  const client = useQueryClient();
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
      {/* The banner below has what can be done about a lock. */}
      {isLockable && lockOwner === undefined && (
        <IconButton
          icon={Lock}
          label={text('rights.lock')}
          onPress={() =>
            void setLock(client, [uid], true).catch((error) => notifyError(text, error))
          }
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
