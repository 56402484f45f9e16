import { useQuery } from '@tanstack/react-query';
import { fieldsQuery } from '../../../api/content-model.ts';
import { storedValuesQuery } from '../../../api/edits.ts';
import type { Doc } from '../../../api/types.ts';
import { Failure, Loading } from '../../../ui/states.tsx';
import { EditForm } from './edit-form.tsx';

/** The form of a document, with its values as they are stored. */
export function EditTab({ document }: { readonly document: Doc }) {
  const values = useQuery(storedValuesQuery(document.uid));
  const fields = useQuery(fieldsQuery(document));
  const failed = [values, fields].find(({ error }) => error !== null);
  // An edit goes on when asking again fails.
  if (failed && !(values.data && fields.data)) {
    return <Failure error={failed.error} onRetry={() => void failed.refetch()} />;
  }
  if (!values.data || !fields.data) return <Loading />;
  return <EditForm document={document} stored={values.data} model={fields.data} />;
}
