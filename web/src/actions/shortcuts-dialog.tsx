import { Fragment } from 'react';
import { type MessageId, useText } from '../i18n/i18n.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog, DialogButtons, openDialog } from '../ui/dialog.tsx';
import classes from './actions.module.css';
import { actions } from './index.ts';
import { shownKeys } from './keys.ts';
import { isMac } from './platform.ts';
import { setSingleKeys, useSingleKeys } from './single-keys.ts';

export function openShortcuts(): void {
  openDialog((close) => <ShortcutsDialog onClose={close} />);
}

const general: readonly (readonly [MessageId, string])[] = [
  ['actions.palette', 'Mod+K'],
  ['common.undo', 'Mod+Z'],
  ['actions.shortcuts', '?'],
];

function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const isOn = useSingleKeys();
  const ofActions = actions.flatMap(({ label, keys }) => (keys ? [[label, keys] as const] : []));
  return (
    <Dialog title={text('actions.shortcuts')} onClose={onClose}>
      <dl className={classes.shortcuts}>
        {[...ofActions, ...general].map(([label, keys]) => (
          <Fragment key={label}>
            <dt>{text(label)}</dt>
            <dd>
              <kbd>{shownKeys(keys, isMac)}</kbd>
            </dd>
          </Fragment>
        ))}
      </dl>
      <Checkbox isSelected={isOn} onChange={setSingleKeys}>
        {text('actions.singleKeys')}
      </Checkbox>
      <DialogButtons>
        <Button look="primary" autoFocus onPress={onClose}>
          {text('common.close')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
