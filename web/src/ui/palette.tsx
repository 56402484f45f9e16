import {
  Dialog as AriaDialog,
  Autocomplete,
  Header,
  Input,
  Menu,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from 'react-aria-components';
import { type MenuEntry, MenuItem } from './menu.tsx';
import classes from './palette.module.css';

export interface PaletteSection {
  readonly id: string;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
}

interface Props {
  readonly label: string;
  readonly sections: readonly PaletteSection[];
  readonly words: string;
  readonly onWords: (words: string) => void;
  readonly emptyText: string;
  readonly onClose: () => void;
}

/** One field over the page that finds what can be done and where one can go. */
export function Palette({ label, sections, words, onWords, emptyText, onClose }: Props) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const shown = sections.filter(({ entries }) => entries.length > 0);
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classes.scrim ?? ''}
    >
      <Modal className={classes.modal ?? ''}>
        <AriaDialog aria-label={label} className={classes.dialog ?? ''}>
          <Autocomplete inputValue={words} onInputChange={onWords} filter={contains}>
            <TextField aria-label={label} autoFocus className={classes.field ?? ''}>
              <Input placeholder={label} className={classes.input ?? ''} />
            </TextField>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the focus stays in the field, so what scrolls needs a stop of its own */}
            {/* biome-ignore lint/a11y/useSemanticElements: a field set would be for a form */}
            <div role="group" aria-label={label} tabIndex={0} className={classes.list}>
              <Menu
                aria-label={label}
                onAction={onClose}
                renderEmptyState={() => <p className={classes.empty}>{emptyText}</p>}
              >
                {shown.map(({ id, label: heading, entries }) => (
                  <MenuSection key={id} id={id}>
                    <Header className={classes.heading ?? ''}>{heading}</Header>
                    {entries.map((entry) => (
                      <MenuItem key={entry.id} {...entry} />
                    ))}
                  </MenuSection>
                ))}
              </Menu>
            </div>
          </Autocomplete>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
