import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { isGone } from '../../api/errors.ts';
import { type Operation, operationsQuery } from '../../api/operations.ts';
import { useText } from '../../i18n/i18n.tsx';
import { usePageTitle } from '../../shell/page-title.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty, Unloaded } from '../../ui/states.tsx';
import { TextField } from '../../ui/text-field.tsx';
import classes from './operations.module.css';
import { operationsRoute } from './route.ts';

export function OperationsScreen() {
  const text = useText();
  const { words = '' } = operationsRoute.useSearch();
  const navigate = operationsRoute.useNavigate();
  const found = useQuery(operationsQuery);
  usePageTitle(text('operations.title'));
  if (!found.data || isGone(found.error)) return <Unloaded isScreen found={found} />;
  const shown = found.data.filter((each) => containsAll(each, words));
  const search = (next: string) =>
    void navigate({ search: next === '' ? {} : { words: next }, replace: true });
  return (
    <article className={classes.screen}>
      <h1>{text('operations.title')}</h1>
      <p>{text('operations.intro')}</p>
      <TextField label={text('operations.search')} value={words} onChange={search} />
      {shown.length === 0 && (
        <Empty icon={SearchX} title={text('operations.noneFound')}>
          <Button onPress={() => search('')}>{text('browse.clearFilter')}</Button>
        </Empty>
      )}
      <Categories operations={shown} />
    </article>
  );
}

function containsAll({ id, label, description }: Operation, words: string): boolean {
  const all = `${id} ${label} ${description}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}

function Categories({ operations }: { readonly operations: readonly Operation[] }) {
  const groups = [...Map.groupBy(operations, ({ category }) => category)];
  return groups.map(([category, all]) => (
    <section key={category} className={classes.category}>
      <h2>{category}</h2>
      <ul className={classes.list}>
        {all.map(({ id, label }) => (
          <li key={id}>
            <Link to="/operations/$id" params={{ id }}>
              {label}
            </Link>{' '}
            {label !== id && <code>{id}</code>}
          </li>
        ))}
      </ul>
    </section>
  ));
}
