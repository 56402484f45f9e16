import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import {
  ComboBox,
  FieldError,
  Input,
  type Key,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import classes from './field.module.css';
import menu from './menu.module.css';
import picker from './search-picker.module.css';

export interface Found {
  readonly id: string;
  readonly label: string;
  /** Smaller, what tells it from others with the same name. */
  readonly detail?: string | undefined;
}

interface Props<T extends Found> {
  readonly label: string;
  readonly placeholder?: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  /** In the place of results, where there are none. */
  readonly noneText: string;
  /** Of the cache; the text is added. */
  readonly queryKey: readonly unknown[];
  readonly find: (text: string, signal: AbortSignal) => Promise<readonly T[]>;
  readonly onPick: (found: T) => void;
  /** What is picked stays in the field; otherwise the field is empty again, for more. */
  readonly keepsPicked?: boolean;
  readonly autoFocus?: boolean;
}

/** A field that searches on the server while a text is typed. */
export function SearchPicker<T extends Found>({
  label,
  placeholder,
  help,
  error,
  noneText,
  queryKey,
  find,
  onPick,
  keepsPicked = false,
  autoFocus = false,
}: Props<T>) {
  const [input, setInput] = useState('');
  const text = useDeferredValue(input.trim());
  const results = useQuery({
    queryKey: [...queryKey, text],
    queryFn: ({ signal }) => find(text, signal),
    placeholderData: keepPreviousData,
  });
  const items = results.data ?? [];
  const pick = (key: Key | null): void => {
    const found = items.find(({ id }) => id === key);
    if (!found) return;
    setInput(keepsPicked ? found.label : '');
    onPick(found);
  };
  return (
    <ComboBox<T>
      className={classes.field ?? ''}
      items={items}
      inputValue={input}
      onInputChange={setInput}
      value={null}
      onChange={pick}
      menuTrigger="focus"
      allowsEmptyCollection
      isInvalid={error !== undefined}
      validationBehavior="aria"
      autoFocus={autoFocus}
    >
      <Label className={classes.label ?? ''}>{label}</Label>
      <Input className={classes.input ?? ''} {...(placeholder && { placeholder })} />
      {help && (
        <Text slot="description" className={classes.help ?? ''}>
          {help}
        </Text>
      )}
      <FieldError className={classes.error ?? ''}>{error}</FieldError>
      <Popover className={`${menu.popover} ${picker.popover}`}>
        <ListBox<T>
          className={menu.list ?? ''}
          renderEmptyState={() => (
            <p className={picker.none}>{results.isPending ? '…' : noneText}</p>
          )}
        >
          {(each) => (
            <ListBoxItem id={each.id} textValue={each.label} className={menu.item ?? ''}>
              <span className={picker.found}>
                <Text slot="label">{each.label}</Text>
                {each.detail && (
                  <Text slot="description" className={picker.detail ?? ''}>
                    {each.detail}
                  </Text>
                )}
              </span>
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}
