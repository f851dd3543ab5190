import { expect, test } from 'vitest';
import { donorPauseAfterStop, stepOfPlan, type PlanOfCharity, type PlanStep } from './waiting-for-charity.ts';

test.each<[Partial<PlanOfCharity>, ofRetired: PlanStep, ofOther: PlanStep]>([
  [{}, 'stop', 'none'],
  [{ status: 'past_due' }, 'stop', 'none'],
  [{ status: 'paused' }, 'stop', 'none'],
  [{ isWaiting: true }, 'stop', 'restart'],
  [{ isWaiting: true, isStopped: true, status: 'paused' }, 'none', 'restart'],
  [{ status: 'starting' }, 'none', 'none'],
  [{ status: 'ended' }, 'none', 'none'],
])('a plan (%j) needs the step %s if its charity is retired, and %s if not', (differing, ofRetired, ofOther) => {
  const plan: PlanOfCharity = { status: 'active', isWaiting: false, isStopped: false, ...differing };
  expect([stepOfPlan(plan, true), stepOfPlan(plan, false)]).toEqual([ofRetired, ofOther]);
});

test.each([
  [undefined, undefined],
  ['2027-03-14T09:30:00.001Z', '2027-03-14T09:30:00.001Z'],
  ['2027-03-14T09:30:00.000Z', undefined],
])('after a stop, a pause until %s lasts until %s', (until, lastsUntil) => {
  const toDate = (instant: string | undefined) => (instant === undefined ? undefined : new Date(instant));
  expect(donorPauseAfterStop(toDate(until), new Date('2027-03-14T09:30:00.000Z'))).toEqual(toDate(lastsUntil));
});
