import '#web/ui/form/form.css';
import type { JSX } from 'react';
import { useSearchParams } from 'wouter';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import rules from './filters.css?inline';

adoptStyles(rules);

/** A field by which a list is searched or filtered. */
export type Filter = { readonly name: string; readonly label: string } & (
  | { readonly kind: 'search'; readonly placeholder?: string }
  | { readonly kind: 'date' }
  | { readonly kind: 'choice'; readonly options: readonly FilterOption[] }
);

interface FilterOption {
  /** Empty for the option that filters nothing. */
  readonly value: string;
  readonly label: string;
}

/** The values of the filters by name, without the empty ones. */
export type ChosenFilters = Readonly<Record<string, string>>;

/**
 * Returns the filters in the page's address. The address contains them so that a filtered list can be linked and reloaded. A
 * day that does not exist is ignored, and its field is empty.
 */
export function useFilters(filters: readonly Filter[]): ChosenFilters {
  const [parameters] = useSearchParams();
  return Object.fromEntries(
    filters.flatMap(({ name, kind }) => {
      const value = parameters.get(name)?.trim() ?? '';
      return value === '' || (kind === 'date' && !isDay(value)) ? [] : [[name, value]];
    }),
  );
}

/** Returns true if a date field accepts the text. */
const isDay = (text: string): boolean =>
  Object.assign(document.createElement('input'), { type: 'date', value: text }).value !== '';

interface FiltersProps {
  /** The form's name for screen readers: `Search donations`. */
  readonly label: string;
  readonly filters: readonly Filter[];
  /** The text of the button. */
  readonly action?: string;
}

/** The search form of a list. A choice applies immediately, text and dates with the button or Enter. */
export function Filters({ label, filters, action = 'Search' }: FiltersProps): JSX.Element {
  const [, setParameters] = useSearchParams();
  const chosen = useFilters(filters);
  const apply = (form: HTMLFormElement): void => setParameters(filledValuesOf(new FormData(form)));
  return (
    <form
      role="search"
      aria-label={label}
      key={JSON.stringify(chosen)} // remounts the form when Back changes the address
      className="admin-filters"
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      {filters.map((filter) => (
        <label key={filter.name} className="admin-filter" data-kind={filter.kind}>
          {filter.label}
          <FilterField filter={filter} value={chosen[filter.name] ?? ''} onChoose={apply} />
        </label>
      ))}
      <Button type="submit" tone="secondary">
        {action}
      </Button>
      {Object.keys(chosen).length > 0 && (
        <Button tone="quiet" onClick={() => setParameters({})}>
          Clear
        </Button>
      )}
    </form>
  );
}

const filledValuesOf = (form: FormData): [name: string, value: string][] =>
  [...form].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() !== '' ? [[name, value.trim()] satisfies [string, string]] : [],
  );

interface FilterFieldProps {
  readonly filter: Filter;
  readonly value: string;
  readonly onChoose: (form: HTMLFormElement) => void;
}

function FilterField({ filter, value, onChoose }: FilterFieldProps): JSX.Element {
  const field = { name: filter.name, defaultValue: value, className: 'form-control' };
  switch (filter.kind) {
    case 'search':
      return <input {...field} type="search" placeholder={filter.placeholder} autoComplete="off" spellCheck={false} />;
    case 'date':
      return <input {...field} type="date" />;
    case 'choice':
      return (
        <select {...field} onChange={({ currentTarget: { form } }) => form && onChoose(form)}>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      );
  }
}
