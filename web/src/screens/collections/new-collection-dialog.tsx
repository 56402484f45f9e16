import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createEmptyCollection } from '../../api/collections.ts';
import { useText } from '../../i18n/i18n.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { notify } from '../../ui/notices.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './collections.module.css';

export function NewCollectionDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const client = useQueryClient();
  const [title, setTitle] = useState('');
  const creating = useMutation({
    mutationFn: () => createEmptyCollection(client, title.trim()),
    onSuccess() {
      notify({ text: text('social.collectionCreated', { title: title.trim() }) });
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (title.trim() !== '' && !creating.isPending) creating.mutate();
  };
  return (
    <Dialog title={text('social.collectionNew')} onClose={onClose}>
      <form onSubmit={submit} className={classes.form}>
        <TextField
          label={text('social.collectionTitle')}
          value={title}
          onChange={setTitle}
          autoFocus
          isRequired
        />
        <FormProblem error={creating.error} />
        <DialogButtons>
          <Button onPress={onClose}>{text('common.cancel')}</Button>
          <Button type="submit" look="primary" isDisabled={title.trim() === ''}>
            {text('social.collectionCreate')}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
