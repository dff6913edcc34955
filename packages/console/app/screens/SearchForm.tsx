import { useId } from 'preact/hooks';
import { textIn } from '../parts/Field.tsx';
import { Link } from '../parts/Link.tsx';
import { words } from '../state/locale.ts';
import { go } from '../state/router.ts';
import { addressOfList, type ListQuery, SORTS, type Sort } from './listQuery.ts';

export function SearchForm({ query }: { readonly query: ListQuery }) {
  const t = words().list;
  const id = useId();
  const search = (event: SubmitEvent): void => {
    event.preventDefault();
    go(addressOfList({ ...query, q: textIn(event.currentTarget as HTMLFormElement, 'q').trim() })); // it listens on the form
  };
  const sort = (event: Event): void => {
    const { value } = event.currentTarget as HTMLSelectElement; // it listens on the choice
    go(addressOfList({ ...query, sort: value as Sort })); // one of its options
  };
  return (
    <search>
      <form class="search" onSubmit={search}>
        <div class="field grow">
          <label for={`${id}-q`}>{t.search}</label>
          <input id={`${id}-q`} name="q" type="search" defaultValue={query.q} maxLength={255} />
        </div>
        <button type="submit">{t.searchButton}</button>
        {query.q !== '' && (
          <Link to={addressOfList({ ...query, q: '' })} class="button">
            {t.clear}
          </Link>
        )}
        <div class="field">
          <label for={`${id}-sort`}>{t.sort}</label>
          <select id={`${id}-sort`} onChange={sort}>
            {SORTS.map((name) => (
              <option key={name} value={name} selected={name === query.sort}>
                {t.sorts[name]}
              </option>
            ))}
          </select>
        </div>
      </form>
    </search>
  );
}
