import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/i18n.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import { trashRoute } from './route.ts';

/** What is typed is in the address, so that it is there again after going back. */
export function TitleFilter() {
  const text = useText();
  const { q = '' } = trashRoute.useSearch();
  const navigate = useNavigate({ from: trashRoute.fullPath });
  return (
    <SearchBox
      label={text('actions.trash.search')}
      value={q}
      onChange={(words) =>
        void navigate({
          search: ({ folder }) => ({ ...(folder && { folder }), ...(words && { q: words }) }),
          replace: true,
        })
      }
    />
  );
}
