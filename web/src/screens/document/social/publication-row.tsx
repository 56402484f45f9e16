import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, RefreshCw, Trash2 } from 'lucide-react';
import { may } from '../../../actions/permissions.ts';
import {
  approvePublication,
  type Publication,
  publish,
  unpublish,
} from '../../../api/publications.ts';
import type { Doc } from '../../../api/types.ts';
import { folderPlace } from '../../../documents/places.ts';
import { useFormats } from '../../../i18n/formats.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { openDialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notices.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import classes from './social.module.css';

interface Props {
  readonly document: Doc;
  readonly publication: Publication;
}

/** A section, what it shows, and what can be done about it. */
export function PublicationRow({ document, publication }: Props) {
  const { section, version, isWaiting } = publication;
  const text = useText();
  const place = folderPlace(section.path);
  // The number of a document that has not changed since its version has no mark.
  const isCurrent = document.versionLabel === version;
  const state = isCurrent ? 'social.publicationCurrent' : 'social.publicationOld';
  return (
    <li className={classes.row}>
      <span className={classes.main}>
        <Link {...place}>{section.title}</Link>
        <span className={classes.note}>{section.path}</span>
      </span>
      <span className={classes.main}>
        <span>{text('social.publicationVersion', { version })}</span>
        <span className={classes.note}>
          {isWaiting ? text('social.publicationWaiting') : text(state)}
          <Issued publication={publication} />
        </span>
      </span>
      <PublicationDeeds document={document} publication={publication} isCurrent={isCurrent} />
    </li>
  );
}

function Issued({ publication: { issued } }: { readonly publication: Publication }) {
  const formats = useFormats();
  return issued ? ` · ${formats.dateTime(issued)}` : null;
}

function PublicationDeeds({
  document,
  publication: { proxy, section, isWaiting },
  isCurrent,
}: Props & { readonly isCurrent: boolean }) {
  const text = useText();
  const client = useQueryClient();
  const { title } = section;
  const again = (deed: Promise<void>): void =>
    void deed.then(
      () => notify({ text: text('social.publishedAgain', { title }) }),
      (error) => notifyError(text, error),
    );
  const parent = proxy.parentRef ?? '';
  const withdraw = (): void =>
    openDialog((close) => (
      <ConfirmDialog
        title={text('social.unpublishTitle', { title })}
        label={text('social.unpublish', { title })}
        isDangerous
        run={() => unpublish(client, document.uid, proxy.uid)}
        done={{ text: text('social.unpublished', { title }) }}
        onClose={close}
      >
        <p>{text('social.unpublishMeaning')}</p>
      </ConfirmDialog>
    ));
  return (
    <span className={classes.deeds}>
      {isWaiting && may(proxy, 'WriteProperties') && (
        <IconButton
          icon={Check}
          label={text('social.publicationApprove', { title })}
          onPress={() => again(approvePublication(client, document.uid, proxy))}
        />
      )}
      {!isWaiting && !isCurrent && !document.isVersion && (
        <IconButton
          icon={RefreshCw}
          label={text('social.publishAgain', { title })}
          onPress={() => again(publish(client, document.uid, [parent]))}
        />
      )}
      {may(proxy, 'Remove') && (
        <IconButton icon={Trash2} label={text('social.unpublish', { title })} onPress={withdraw} />
      )}
    </span>
  );
}
