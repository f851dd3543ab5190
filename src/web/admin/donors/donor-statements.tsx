import type { JSX } from 'react';
import type { DonorDetail } from '#contract/admin/donors/detail.ts';
import { donorHelpCalls } from '#contract/calls/admin/donors/help.ts';
import { fileAddress } from '#web/api.ts';
import { OwnFileLink } from '#web/session/index.ts';
import { useHasRight } from '../use-staff.ts';

/** The files of each year in which an account donated, for those who may send them to the donor. */
export function DonorStatements({ donor }: { readonly donor: DonorDetail }): JSX.Element | null {
  const years = donor.account?.years ?? [];
  if (!useHasRight('helpDonors') || years.length === 0) return null;
  return (
    <section aria-labelledby="donor-statements">
      <h2 id="donor-statements">Yearly statements</h2>
      <ul className="donor-list">
        {years.map((year) => (
          <li key={year}>
            <span>{year}</span>
            <FileLink donor={donor} year={year} call={donorHelpCalls.downloadDonorStatement} name="PDF" />
            <FileLink donor={donor} year={year} call={donorHelpCalls.downloadDonorTable} name="CSV" />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface FileLinkProps {
  readonly donor: DonorDetail;
  readonly year: number;
  readonly call: (typeof donorHelpCalls)['downloadDonorStatement' | 'downloadDonorTable'];
  readonly name: string;
}

const FileLink = ({ donor: { id }, year, call, name }: FileLinkProps): JSX.Element => (
  <OwnFileLink href={fileAddress(call, { id, year: String(year) })} className="link">
    {`Statement (${name})`}
    <span className="sr-only">{` of ${year}`}</span>
  </OwnFileLink>
);
