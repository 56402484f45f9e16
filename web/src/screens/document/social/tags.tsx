import { useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { keys } from '../../../api/keys.ts';
import { addTag, removeTag, suggestTags, tagsOf } from '../../../api/marks.ts';
import type { Doc } from '../../../api/types.ts';
import { useText } from '../../../i18n/i18n.tsx';
import { type Chip, Chips } from '../../../ui/chips.tsx';
import { notifyError } from '../../../ui/notify-error.ts';
import type { ListedOption } from '../../../ui/option-list.tsx';
import { SearchPicker } from '../../../ui/search-picker.tsx';
import classes from './social.module.css';

/** The tags of a document, with a field for more of them. */
export function Tags({ document }: { readonly document: Doc }) {
  const text = useText();
  const client = useQueryClient();
  const tags = tagsOf(document);
  const run = (deed: Promise<void>): void => void deed.catch((error) => notifyError(text, error));
  const find = async (typed: string, signal: AbortSignal): Promise<readonly ListedOption[]> => {
    const found = (await suggestTags(typed, signal)).filter((tag) => !tags.includes(tag));
    const suggested = found.map((tag): ListedOption => ({ id: tag, label: tag }));
    if (typed === '' || found.includes(typed.toLowerCase())) return suggested;
    return [{ id: typed, label: typed, detail: text('social.tagNew') }, ...suggested];
  };
  const chips = tags.map(
    (tag): Chip => ({
      id: tag,
      label: tag,
      icon: Tag,
      removeLabel: text('social.tagRemove', { tag }),
    }),
  );
  return (
    <section aria-labelledby="tags-title" className={classes.section}>
      <h2 id="tags-title">{text('social.tags')}</h2>
      <Chips
        label={text('social.tags')}
        chips={chips}
        onRemove={(tag) => run(removeTag(client, document, tag))}
      />
      {tags.length === 0 && <p className={classes.note}>{text('social.tagsNone')}</p>}
      {/* The server tags the document behind a proxy only. */}
      {!document.isProxy && (
        <SearchPicker
          label={text('social.tagAdd')}
          noneText={text('social.tagsNone')}
          queryKey={keys.fixed('tags', tags.join(' '))}
          find={find}
          onPick={({ id }) => run(addTag(client, document, id))}
        />
      )}
    </section>
  );
}
