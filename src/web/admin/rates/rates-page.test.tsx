// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { AdminRatesResponse } from '#contract/admin/rates.ts';
import { toDay } from '#domain/rates/rate-age.ts';
import { csvBytesMax } from '#domain/rates/rates-csv.ts';
import { ratedCurrencies, seededRates } from '#domain/rates/rates.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import RatesPage from './rates-page.tsx';

const response: AdminRatesResponse = {
  version: 1,
  rates: ratedCurrencies.map((currency) => ({
    currency,
    ...seededRates[currency],
    age: currency === 'NGN' ? 'expired' : 'current',
  })),
  dailyFetch: { from: null, fetchedAt: null, problem: null, waiting: [] },
  history: [
    {
      version: 1,
      effectiveFrom: '2026-11-21T12:00:00.000Z',
      publishedAt: '2026-11-21T12:00:00.000Z',
      publishedBy: 'fina',
      reason: 'Weekly rates',
      changes: [{ name: 'CAD', before: '1.35 (2026-11-14, ECB)', after: '1.36 (2026-11-21, ECB)' }],
    },
  ],
};

const open = (
  responses: Parameters<typeof openLink>[2] = {},
  role: Parameters<typeof staffOf>[0] = 'finance',
): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/rates', <RatesPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/rates': jsonResponse(response),
    ...responses,
  });
};

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
const typeRate = async (currency: string, text: string): Promise<void> =>
  userEvent.type(await screen.findByLabelText(new RegExp(`^${currency}, `)), text);
const publish = async (): Promise<void> => {
  await userEvent.type(screen.getByLabelText('Reason'), 'New week');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
};

beforeEach(forgetVisitor);

describe('the page of exchange rates', () => {
  test('shows each rate with its age, and who changed what', async () => {
    open();
    expect((await screen.findByRole('row', { name: /^NGN/ })).textContent).toBe(
      'NGN1550Nov 21, 2026first ratesShown in US dollars',
    );
    expect((await screen.findByRole('row', { name: /^Version 1/ })).textContent).toContain(
      'CAD: 1.35 (2026-11-14, ECB) → 1.36 (2026-11-21, ECB)',
    );
  });

  test('publishes what was typed, after a comparison', async () => {
    const calls = open({ 'POST /api/admin/rates': jsonResponse({ status: 'published', version: 2 }) });
    await typeRate('CAD', '1.4');
    await press('Compare and publish…');
    expect(screen.getByRole('alertdialog').textContent).toContain('CAD: 1.36 → 1.4 (+2.9%)');
    await publish();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const rate = { currency: 'CAD', unitsPerDollar: '1.4', day: toDay(new Date()), source: 'By hand' };
    expect(mutatingCalls(calls).map(({ body }) => body)).toEqual([
      { basedOn: 1, reason: 'New week', rates: [rate], confirmed: [] },
    ]);
  });

  test('asks to confirm a change of more than 10%', async () => {
    const calls = open({ 'POST /api/admin/rates': jsonResponse({ status: 'published', version: 2 }) });
    await typeRate('CAD', '1.6');
    await press('Compare and publish…');
    await userEvent.click(screen.getByLabelText('More than 10%: I have checked CAD.'));
    await publish();
    await waitFor(() => expect(mutatingCalls(calls)[0]?.body).toMatchObject({ confirmed: ['CAD'] }));
  });

  test('reads a file, and says what is wrong with an invalid one', async () => {
    open();
    const file = await screen.findByLabelText(/^Or from a file/);
    const upload = (text: string) => userEvent.upload(file, new File([text], 'rates.csv', { type: 'text/csv' }));
    await upload('currency,rate,day,source\n');
    expect(await screen.findByText('The file has no rates.')).toBeDefined();
    await upload(`currency,rate,day,source\nXYZ,1.4,${toDay(new Date())},ECB`);
    expect(await screen.findByText('XYZ is not a currency that we show.')).toBeDefined();
    await upload(`currency,rate,day,source\nEUR,0.95,${toDay(new Date())},ECB`);
    expect((await screen.findByRole('alertdialog')).textContent).toContain('EUR: 0.92 → 0.95 (+3.3%)');
  });

  test('refuses a file that is too large, and clears the field so that it can be chosen again', async () => {
    open();
    const file = await screen.findByLabelText<HTMLInputElement>(/^Or from a file/);
    await userEvent.upload(file, new File(['x'.repeat(csvBytesMax + 1)], 'rates.csv', { type: 'text/csv' }));
    expect(await screen.findByText('The file is too large to be a table of rates.')).toBeDefined();
    expect(file.files).toHaveLength(0);
  });

  test('shows what someone else has published since, and lets the person decide', async () => {
    let current = response;
    const sentence = 'olga published version 2.';
    const calls = open({
      'GET /api/admin/rates': () => jsonResponse(current)(),
      'POST /api/admin/rates': () => {
        if (current.version === 2) return jsonResponse({ status: 'published', version: 3 })();
        const rates = response.rates.map((rate) =>
          rate.currency === 'CAD' ? { ...rate, unitsPerDollar: '1.38' } : rate,
        );
        current = { ...response, version: 2, rates };
        return refusalResponse(409, sentence, 'version_outdated')();
      },
    });
    await typeRate('CAD', '1.4');
    await press('Compare and publish…');
    await publish();
    const dialog = screen.getByRole('alertdialog');
    expect(await within(dialog).findByText(sentence)).toBeDefined();
    expect(dialog.textContent).toContain('CAD: 1.38 → 1.4 (+1.4%)');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(mutatingCalls(calls).at(-1)?.body).toMatchObject({ basedOn: 2 }));
  });

  const waiting = [{ currency: 'CAD', unitsPerDollar: '13.6', day: toDay(new Date()), source: 'ecb.example' }];
  const fetched = { from: 'ecb.example', fetchedAt: '2026-11-21T15:30:00.000Z', problem: null, waiting };

  test('publishes a waiting rate after it is confirmed', async () => {
    const calls = open({
      'GET /api/admin/rates': jsonResponse({ ...response, dailyFetch: fetched }),
      'POST /api/admin/rates': jsonResponse({ status: 'published', version: 2 }),
    });
    const section = await screen.findByRole('region', { name: 'Daily fetch' });
    expect(section.textContent).toContain('1 fetched rate changed by more than 10%');
    await press('Check and publish…');
    await userEvent.click(screen.getByLabelText('More than 10%: I have checked CAD.'));
    await publish();
    await waitFor(() =>
      expect(mutatingCalls(calls)[0]?.body).toMatchObject({ rates: waiting, confirmed: ['CAD'], basedOn: 1 }),
    );
  });

  test.each([
    [{ from: null }, 'Rates are not fetched, because RATES_URL is not set.'],
    [{ fetchedAt: null }, 'None have been fetched yet.'],
    [{ problem: 'ecb.example returned status 503.' }, 'The last fetch failed: ecb.example returned status 503. '],
  ])('shows the state of the daily fetch: %j', async (changes, sentence) => {
    open({
      'GET /api/admin/rates': jsonResponse({ ...response, dailyFetch: { ...fetched, waiting: [], ...changes } }),
    });
    const section = await screen.findByRole('region', { name: 'Daily fetch' });
    expect(section.textContent).toContain(sentence);
    expect(within(section).queryByRole('button')).toBeNull();
  });

  test('is read-only for an Auditor', async () => {
    open({}, 'auditor');
    await screen.findByRole('row', { name: /^NGN/ });
    expect(screen.queryByRole('button', { name: 'Compare and publish…' })).toBeNull();
  });
});
