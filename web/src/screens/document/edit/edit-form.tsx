import { useCallback, useMemo, useState } from 'react';
import { may } from '../../../actions/permissions.ts';
import type { Increment } from '../../../api/edits.ts';
import type { Doc } from '../../../api/types.ts';
import type { FieldGroup } from '../../../documents/fields.ts';
import { FormContext } from '../../../forms/form-context.ts';
import { isDirty } from '../../../forms/form-state.ts';
import { ProblemList } from '../../../forms/problem-list.tsx';
import { PropertyForm } from '../../../forms/property-form.tsx';
import { editableGroups } from '../../../forms/shown-fields.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { useUser } from '../../../session/use-session.ts';
import { notify } from '../../../ui/notices.tsx';
import { uploadFile } from '../upload-file.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { DraftOffer } from './draft-offer.tsx';
import classes from './edit.module.css';
import { LeaveDialog } from './leave-dialog.tsx';
import { LockNotice } from './lock-notice.tsx';
import { SaveBar } from './save-bar.tsx';
import { useDraft } from './use-draft.ts';
import { useEdit, useSaveKey } from './use-edit.ts';
import { useSave } from './use-save.ts';

interface Props {
  readonly document: Doc;
  readonly stored: Doc;
  readonly model: readonly FieldGroup[];
}

export function EditForm({ document, stored, model }: Props) {
  const text = useText();
  const user = useUser();
  const { state, dispatch, latest } = useEdit(stored);
  const draft = useDraft({ user: user.id, document, state, dispatch });
  const [increment, setIncrement] = useState<Increment>('NONE');
  const onSaved = (): void => setIncrement('NONE');
  const saving = useSave({ document, state: latest, dispatch, increment, onSaved });
  const { busy, onBusy } = useBusyFields();
  const environment = useMemo(
    () => ({ problems: state.problems, uploadFile, onBusy }),
    [state.problems, onBusy],
  );
  const groups = editableGroups(model);
  const isReadOnly = !may(document, 'WriteProperties') || draft.offered !== undefined;
  const hasChanges = isDirty(state) || increment !== 'NONE';
  const save = (): void => {
    // The state may be newer than this rendering: the key has just ended what was typed.
    const isNeeded = isDirty(latest.current) || increment !== 'NONE';
    if (busy > 0) notify({ text: text('document.filesOnTheirWay') });
    else if (!isReadOnly && isNeeded) void saving.save();
  };
  useSaveKey(save);
  return (
    <FormContext value={environment}>
      <form className={classes.form} noValidate onSubmit={(event) => event.preventDefault()}>
        <LockNotice document={document} />
        {draft.offered && (
          <DraftOffer
            draft={draft.offered}
            onResume={draft.resume}
            onDiscard={() => void draft.discard()}
          />
        )}
        <ProblemList problems={state.problems} />
        <PropertyForm groups={groups} state={state} isReadOnly={isReadOnly} onEvent={dispatch} />
        {!isReadOnly && (
          <SaveBar
            changed={Object.keys(state.changes)}
            increment={document.facets.includes('Versionable') ? increment : undefined}
            onIncrement={setIncrement}
            isDisabled={!hasChanges || saving.isSaving || busy > 0}
            onSave={save}
            onRevert={() => dispatch({ kind: 'revert-all' })}
          />
        )}
      </form>
      <LeaveDialog isDirty={isDirty(state)} onDiscard={draft.discard} />
      {saving.conflict && (
        <ConflictDialog
          conflict={saving.conflict}
          groups={groups}
          isSaving={saving.isSaving}
          onResolve={(changes) => void saving.resolve(changes)}
          onCancel={saving.cancelConflict}
        />
      )}
    </FormContext>
  );
}

/** How many fields have a file on its way. */
function useBusyFields(): { busy: number; onBusy: (isBusy: boolean) => void } {
  const [busy, setBusy] = useState(0);
  const onBusy = useCallback(
    (isBusy: boolean) => setBusy((count) => count + (isBusy ? 1 : -1)),
    [],
  );
  return { busy, onBusy };
}
