import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { alertKinds, isAlertedAbout, withReminders, type Condition } from './condition.ts';
import { planAlerts, type AlertPlan, type KnownConditions, type Recipient } from './plan-alerts.ts';

const hourMs = 60 * 60 * 1000;
const start = new Date('2026-11-23T12:00:00.000Z');
const after = (hours: number): Date => new Date(start.getTime() + hours * hourMs);

const dispute = (id: string, dueAt?: Date): Condition => ({
  key: `dispute:stripe:${id}`,
  kind: 'disputes',
  since: start,
  dueAt,
});
const job: Condition = { key: 'job:out_1', kind: 'deadJobs', since: start };

/** Creates a team that gets its alerts round by round. */
function startTeam(roles: Readonly<Record<string, Recipient['role']>>) {
  let known: KnownConditions = new Map();
  let recipients = Object.entries(roles).map(([userId, role]): Recipient => ({
    userId,
    role,
    mailedRound: 0,
    mailedAt: null,
  }));
  return (present: readonly Condition[], now: Date): AlertPlan['alerts'] => {
    const { round, begun, ended, alerts } = planAlerts(known, present, recipients, now);
    const lasting = [...known].filter(([key]) => !ended.includes(key));
    known = new Map([...lasting, ...begun.map(({ key }) => [key, round] as const)]);
    const mailed = new Set(alerts.map(({ userId }) => userId));
    recipients = recipients.map((one) =>
      mailed.has(one.userId) ? { ...one, mailedRound: round, mailedAt: now } : one,
    );
    return alerts;
  };
}

describe('an alert', () => {
  test('goes once to everyone who can resolve the condition', () => {
    const run = startTeam({ olga: 'owner', fin: 'finance', sue: 'support', con: 'content', aud: 'auditor' });
    const conditions = [dispute('dp_1')];
    expect(run(conditions, start)).toEqual([
      { userId: 'olga', conditions },
      { userId: 'fin', conditions },
    ]);
    expect(run(conditions, after(1))).toEqual([]);
    expect(run(conditions, after(1000))).toEqual([]);
  });

  test('about a dead job goes to Owners', () => {
    const run = startTeam({ olga: 'owner', fin: 'finance' });
    expect(run([job], start)).toEqual([{ userId: 'olga', conditions: [job] }]);
  });

  test('about a new condition is sent at least an hour after the last alert, and names only what is new', () => {
    const run = startTeam({ olga: 'owner' });
    const [first, second, third] = [dispute('dp_1'), dispute('dp_2'), dispute('dp_3')];
    run([first], start);
    expect(run([first, second], after(0.5))).toEqual([]);
    expect(run([first, second, third], after(0.9))).toEqual([]);
    expect(run([first, second, third], after(1))).toEqual([{ userId: 'olga', conditions: [second, third] }]);
    expect(run([first, second, third], after(2))).toEqual([]);
  });

  test('leaves out a condition that ended within the hour', () => {
    const run = startTeam({ olga: 'owner' });
    run([dispute('dp_1')], start);
    run([dispute('dp_1'), job], after(0.5));
    expect(run([dispute('dp_1')], after(1))).toEqual([]);
  });

  test('is sent again when a condition ends and comes back', () => {
    const run = startTeam({ olga: 'owner' });
    run([job], start);
    run([], after(1));
    expect(run([job], after(2))).toEqual([{ userId: 'olga', conditions: [job] }]);
  });

  test('reminds once of a dispute whose evidence is due within 48 hours', () => {
    const run = startTeam({ fin: 'finance' });
    const open = dispute('dp_1', after(100));
    const runAt = (hours: number) => run(withReminders([open], after(hours)), after(hours));
    expect(runAt(0)).toEqual([{ userId: 'fin', conditions: [open] }]);
    expect(runAt(51)).toEqual([]);
    expect(runAt(52)).toEqual([
      { userId: 'fin', conditions: [{ ...open, kind: 'deadlines', key: `deadline:${open.key}` }] },
    ]);
    expect(runAt(53)).toEqual([]);
    expect(runAt(101)).toEqual([]);
  });

  test('names a dispute only once if it arrives shortly before its deadline', () => {
    const run = startTeam({ fin: 'finance' });
    const alerts = run(withReminders([dispute('dp_1', after(10))], start), start);
    expect(alerts.map(({ conditions }) => conditions.map(({ kind }) => kind))).toEqual([['deadlines']]);
  });

  test('names every lasting condition to someone who joins the team', () => {
    const known = new Map([[job.key, 7]]);
    const recipient = { userId: 'new', role: 'owner', mailedRound: 0, mailedAt: null } as const;
    expect(planAlerts(known, [job], [recipient], start).alerts).toEqual([{ userId: 'new', conditions: [job] }]);
  });
});

test('everyone gets one email each time that a condition begins, and at most one email an hour', () => {
  const roles = { olga: 'owner', fin: 'finance', sue: 'support' } as const;
  const step = fc.record({ minutes: fc.nat(90), keys: fc.subarray(['a', 'b', 'c', 'd', 'e']) });
  const kindOf = (key: string) => (key === 'a' ? 'deadJobs' : 'quarantined');
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const run = startTeam(roles);
      let now = start;
      let before: readonly string[] = [];
      const unmailed = new Set<string>(); // person and key, for each beginning that still lasts
      const mailedAt = new Map<string, Date>();
      for (const { minutes, keys } of [...steps, ...steps.slice(-1), ...steps.slice(-1)]) {
        now = new Date(now.getTime() + minutes * 60_000);
        const people = Object.entries(roles);
        for (const key of keys.filter((one) => !before.includes(one)))
          for (const [id, role] of people) if (isAlertedAbout(role, kindOf(key))) unmailed.add(`${id} ${key}`);
        for (const key of before.filter((one) => !keys.includes(one)))
          for (const [id] of people) unmailed.delete(`${id} ${key}`);
        before = keys;
        const alerts = run(
          keys.map((key) => ({ key, kind: kindOf(key), since: start })),
          now,
        );
        const mailed = alerts.flatMap(({ userId, conditions }) => conditions.map(({ key }) => `${userId} ${key}`));
        const isOpen = (id: string): boolean => now.getTime() - (mailedAt.get(id)?.getTime() ?? -Infinity) >= hourMs;
        const expected = [...unmailed].filter((entry) => isOpen(entry.split(' ')[0] ?? ''));
        expect(mailed.toSorted()).toEqual(expected.toSorted());
        for (const entry of mailed) unmailed.delete(entry);
        for (const { userId } of alerts) mailedAt.set(userId, now);
      }
    }),
  );
});

test('each kind of alert goes to the right roles, and to no others', () => {
  const kindsOf = (role: Recipient['role']) => alertKinds.filter((kind) => isAlertedAbout(role, kind));
  expect(kindsOf('owner')).toEqual(alertKinds);
  expect(kindsOf('finance')).toEqual(
    alertKinds.filter((kind) => !['deadJobs', 'webhooks', 'newsletters'].includes(kind)),
  );
  expect(kindsOf('content')).toEqual(['newsletters']);
  for (const role of ['support', 'auditor'] as const) expect(kindsOf(role)).toEqual([]);
});
