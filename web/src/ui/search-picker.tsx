import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { ComboBox, FieldError, Input, type Key, Label, Text } from 'react-aria-components';
import { useText } from '../i18n/i18n.tsx';
import classes from './field.module.css';
import { type ListedOption, OptionList } from './option-list.tsx';

interface Props<T extends ListedOption> {
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
export function SearchPicker<T extends ListedOption>({
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
  const [typed, setTyped] = useState('');
  const [picked, setPicked] = useState<T>();
  const [picks, setPicks] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  const text = useText();
  const wanted = useDeferredValue(typed.trim());
  const results = useQuery({
    queryKey: [...queryKey, wanted],
    queryFn: ({ signal }) => find(wanted, signal),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  });
  // What was found for the text before must not be picked for this one.
  const isOld = results.isPlaceholderData || wanted !== typed.trim();
  const items = (results.data ?? []).filter((each) => !isOld || isLike(each, typed));
  const pick = (key: Key | null): void => {
    const found = items.find(({ id }) => id === key);
    if (!found) return;
    if (keepsPicked) setPicked(found);
    else {
      setTyped('');
      setPicks(picks + 1);
    }
    onPick(found);
  };
  return (
    <ComboBox<T>
      // A new field for the next one: a text that is set from outside would open the list again.
      key={picks}
      className={classes.field ?? ''}
      items={items}
      // What stays in the field is no new text to search for.
      onInputChange={(value) => value !== picked?.label && setTyped(value)}
      onChange={pick}
      onOpenChange={setIsOpen}
      allowsEmptyCollection
      isInvalid={error !== undefined}
      validationBehavior="aria"
      autoFocus={autoFocus || picks > 0}
    >
      <Label className={classes.label ?? ''}>{label}</Label>
      <Input className={classes.input ?? ''} {...(placeholder && { placeholder })} />
      {help && (
        <Text slot="description" className={classes.help ?? ''}>
          {help}
        </Text>
      )}
      <FieldError className={classes.error ?? ''}>{error}</FieldError>
      <OptionList emptyText={results.isPending ? text('common.loading') : noneText} />
    </ComboBox>
  );
}

function isLike({ label, detail = '' }: ListedOption, typed: string): boolean {
  return `${label} ${detail}`.toLowerCase().includes(typed.trim().toLowerCase());
}
