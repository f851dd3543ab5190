import type { JSX } from 'react';
import type { TodayResponse } from '#contract/admin/today.ts';
import { formatMoment } from '#web/ui/format-date.ts';
import { StatusPill, type Tone } from '../ui/status-pill.tsx';

type BackupProps = TodayResponse['backup'];

/** Says when the newest backup was made, and when the newest checked backup was made. */
export const Backup = ({ madeAt, checkedAt, problem }: BackupProps): JSX.Element => (
  <>
    {madeAt === null ? (
      <p>No backup recorded in the last 90 days. The runbook says how to make one.</p>
    ) : (
      <p>
        {`The newest was made on ${formatMoment(new Date(madeAt))}. `}
        {checkedAt === null
          ? 'None has been checked yet.'
          : `The newest one that was restored and checked is from ${formatMoment(new Date(checkedAt))}.`}
      </p>
    )}
    {madeAt !== null && isOld(madeAt, madeAgeMaxMs) && <Warning>No backup for over a day</Warning>}
    {madeAt !== null && isOld(checkedAt, checkedAgeMaxMs) && <Warning>No backup checked for over a week</Warning>}
    {problem !== null && (
      <>
        <Warning tone="bad">Last check failed</Warning>
        <p>{problem}</p>
      </>
    )}
  </>
);

const Warning = ({
  tone = 'attention',
  children,
}: {
  readonly tone?: Tone;
  readonly children: string;
}): JSX.Element => (
  <p>
    <StatusPill tone={tone}>{children}</StatusPill>
  </p>
);

const hourMs = 60 * 60 * 1000;
const madeAgeMaxMs = 26 * hourMs; // a backup a day, with two hours to spare
const checkedAgeMaxMs = 8 * 24 * hourMs; // a check a week, with a day to spare

const isOld = (instant: string | null, ageMs: number): boolean =>
  instant === null || Date.now() - new Date(instant).getTime() > ageMs;
