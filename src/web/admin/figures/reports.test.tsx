// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { adminReportSentences, type ReportYearsResponse } from '#contract/admin/report.ts';
import { standardFigures } from '#domain/report/example-figures.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import CountersPage from './counters-page.tsx';

const figures = {
  ...standardFigures,
  months: [...standardFigures.months],
  regions: [...standardFigures.regions],
};

const march = { name: 'March', donations: 6, meals: 18, amountMinor: 2100 };

const years: ReportYearsResponse = {
  version: 0,
  reports: [
    {
      isPublic: false,
      report: {
        ...march,
        year: 2026,
        isRunning: true,
        charities: 1,
        months: [march],
        byCharity: [{ ...march, name: 'Soup' }],
      },
    },
  ],
  history: [],
};

const open = (
  responses: Parameters<typeof openLink>[2] = {},
  role: Parameters<typeof staffOf>[0] = 'content',
): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  const counters = { version: 0, isOn: false, donationsMin: 100, figures: null, history: [] };
  return openLink('/admin/counters', <CountersPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/counters': jsonResponse(counters),
    'GET /api/admin/report': jsonResponse({ version: 0, figures, standard: figures, history: [] }),
    'GET /api/admin/report-years': jsonResponse(years),
    'POST /api/admin/report/preview': jsonResponse({ changes: [{ name: 'Meals', before: '1', after: '2' }] }),
    ...responses,
  });
};

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('alertdialog'));

async function confirm(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Reason'), 'Asked for');
  await userEvent.click(dialog().getByRole('button', { name: 'Publish' }));
}

const sent = (calls: readonly StubCall[], path: string) =>
  mutatingCalls(calls).filter(({ call }) => call === `POST ${path}`);

beforeEach(forgetVisitor);

describe('the reports in the admin area', () => {
  test('a year is shown in figures before it is published, with a reason', async () => {
    const calls = open({ 'POST /api/admin/report-years': jsonResponse({ status: 'published', version: 1 }) });
    await press('Publish the report of 2026');
    expect(dialog().getByText(/donors have given US\$21\.00 in 6 donations to one charity so far/)).toBeDefined();
    expect(dialog().getByText('Soup')).toBeDefined();
    await confirm();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent(calls, '/api/admin/report-years').map(({ body }) => body)).toEqual([
      { year: 2026, isOn: true, basedOn: 0, reason: 'Asked for' },
    ]);
  });

  test('figures of the example are compared and published', async () => {
    const calls = open({ 'POST /api/admin/report': jsonResponse({ status: 'published', version: 1 }) });
    await userEvent.type(await screen.findByLabelText('Year'), '2024');
    const amount = screen.getAllByLabelText('Amount in US dollars')[1]!;
    await userEvent.clear(amount);
    await userEvent.type(amount, '60,000.5');
    await press('Compare and publish…');
    expect(await dialog().findByText('Meals: 1 → 2')).toBeDefined();
    await confirm();
    await waitFor(() => expect(sent(calls, '/api/admin/report')).toHaveLength(1));
    const [first, ...others] = figures.months;
    expect(sent(calls, '/api/admin/report')[0]?.body).toEqual({
      basedOn: 0,
      reason: 'Asked for',
      figures: { ...figures, year: 2024, months: [{ ...first, amountMinor: 6_000_050 }, ...others] },
    });
  });

  test('the form says which field is wrong, and which figures contradict each other', async () => {
    const sentence = 'The shares of the regions must add up to 100%.';
    open({ 'POST /api/admin/report/preview': refusalResponse(400, sentence, 'invalid_request') });
    const hours = await screen.findByLabelText('Volunteer hours');
    await userEvent.type(hours, 'x');
    await press('Compare and publish…');
    expect(screen.getByText(adminReportSentences.count)).toBeDefined();
    await userEvent.type(hours, '{Backspace}');
    await press('Compare and publish…');
    expect(await dialog().findByText(sentence)).toBeDefined();
  });

  test('the page is read-only for an Auditor', async () => {
    open({}, 'auditor');
    expect(await screen.findByLabelText('Volunteer hours')).toHaveProperty('value', '24360');
    expect(screen.queryByRole('button', { name: 'Publish the report of 2026' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Compare and publish…' })).toBeNull();
  });
});
