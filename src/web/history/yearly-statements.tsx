import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId, useState, type JSX } from 'react';
import { statementCalls } from '#contract/calls/statements.ts';
import { callEndpoint, fileAddress } from '#web/api.ts';
import { OwnFileLink, useUser } from '#web/session/index.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';

/** The donor's yearly statements: a choice of years, and the files of the chosen one. */
export function YearlyStatements(): JSX.Element {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-10">
      <h2 id={id} className="text-2xl">
        Yearly statement
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-muted">
        A year of donations with fees, refunds and sums, for your own records. It is not a tax receipt.
      </p>
      <QueryView
        query={useYears()}
        loading={<p role="status">Loading your years…</p>}
        failure="We couldn't load the years of your donations."
        isEmpty={(years) => years.length === 0}
        empty={<p>There are no donations to list yet.</p>}
      >
        {(years) => <YearFiles years={years} />}
      </QueryView>
    </section>
  );
}

/** The years in which the donor donated, newest first. */
function useYears(): UseQueryResult<readonly number[]> {
  const { user } = useUser();
  return useQuery({
    queryKey: ['donations', user?.id, 'years'],
    queryFn: async ({ signal }) => (await callEndpoint(statementCalls.listStatements, { signal })).years,
    enabled: user !== null,
  });
}

function YearFiles({ years }: { readonly years: readonly number[] }): JSX.Element {
  const id = useId();
  const [chosen, setChosen] = useState<number>();
  const year = String(chosen ?? years[0]);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label htmlFor={id} className="font-bold">
        Year
      </label>
      <select
        id={id}
        className="statement-year"
        value={year}
        onChange={({ target }) => setChosen(Number(target.value))}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <FileLink year={year} call={statementCalls.downloadYearlyStatement} name="PDF" />
      <FileLink year={year} call={statementCalls.downloadYearlyTable} name="CSV" />
    </div>
  );
}

interface FileLinkProps {
  readonly year: string;
  readonly call: (typeof statementCalls)['downloadYearlyStatement' | 'downloadYearlyTable'];
  readonly name: string;
}

const FileLink = ({ year, call, name }: FileLinkProps): JSX.Element => (
  <OwnFileLink href={fileAddress(call, { year })} className="button button-secondary">
    {`Download ${name}`}
    <span className="sr-only">{` of ${year}`}</span>
  </OwnFileLink>
);
