// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { planSentences } from '#contract/recurring.ts';
import type { PlanResponse } from '#contract/plan.ts';
import { aPlan, card, dialog, openPlans, pressOn, type PlansPage } from '#test/support/web/plans-page.tsx';
import { shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  mutatingCalls,
  noResponse,
  refusalResponse,
  type StubResponses,
} from '#test/support/web/stub-server.ts';

const changeCall = 'PATCH /api/plans/pln_1';

/** Opens the dialog; the server responds with the changed plan. */
async function openDialog(
  changed: PlanResponse = aPlan(),
  responses: StubResponses = {},
  country = 'US',
): Promise<PlansPage> {
  let plan = aPlan();
  const page = openPlans(
    () => [plan],
    {
      [changeCall]: () => {
        plan = changed;
        return jsonResponse(changed)();
      },
      ...responses,
    },
    country,
  );
  await pressOn('Change');
  return page;
}

const form = () => dialog('Change this gift');
async function type(label: string, text: string): Promise<void> {
  const field = (await form()).getByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, text);
}
const choose = async (charity: string): Promise<void> =>
  userEvent.selectOptions(
    (await form()).getByLabelText('Charity'),
    await (await form()).findByRole('option', { name: charity }),
  );
const save = async (): Promise<void> => userEvent.click((await form()).getByRole('button', { name: 'Save changes' }));
const preview = async (): Promise<string[]> =>
  (await form()).getAllByRole('definition').map((line) => line.textContent);

describe('changing a plan', () => {
  test('starts with the current terms', async () => {
    await openDialog();
    const field = (await form()).getByLabelText<HTMLInputElement>('Amount per month in US dollars');
    expect(field.value).toBe('3.50');
    expect((await form()).getByLabelText<HTMLSelectElement>('Charity').selectedOptions[0]?.textContent).toBe(
      'Maple Pantry',
    );
    expect(await preview()).toEqual(['$3.50', '$0.35', '$3.85', 'CA$5.24']);
    expect((await form()).getByText('Each month, starting Dec 21, 2026')).toBeDefined();
  });

  test('a new amount is previewed, sent alone, and confirmed as the server returned it', async () => {
    const changed = aPlan({ amount: 7, serviceFee: 0.7, total: 7.7, label: 'Custom Donation', mealsProvided: 7 });
    const { calls } = await openDialog(changed);
    await type('Amount per month in US dollars', '7');
    expect(await preview()).toEqual(['$7.00', '$0.70', '$7.70', 'CA$10.47']);
    expect((await form()).getByText('≈ 7 meals')).toBeDefined();
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([{ call: changeCall, body: { amount: 7 } }]);
    expect(shownToast()).toMatchObject({
      title: 'Your monthly gift has been changed',
      description: 'Starting with the next payment, it is $7.00 a month to Maple Pantry.',
    });
    expect(await screen.findByRole('article', { name: 'Custom Donation' })).toBeDefined();
  });

  test('a new charity is sent alone, and the charge stays the same', async () => {
    const { calls } = await openDialog(aPlan({ charityId: 5, charityName: 'World Pantry' }));
    await choose('World Pantry');
    expect(await preview()).toEqual(['$3.50', '$0.35', '$3.85', 'CA$5.24']);
    await save();
    await waitFor(() => expect(shownToast()?.description).toContain('$3.50 a month to World Pantry'));
    expect(mutatingCalls(calls)).toEqual([{ call: changeCall, body: { charityId: 5 } }]);
  });

  test('an amount is typed in the visitor’s currency, and sent as typed and in US dollars', async () => {
    const { calls } = await openDialog(aPlan(), {}, 'CA');
    const label = 'Amount per month in Canadian dollars';
    expect((await form()).getByLabelText<HTMLInputElement>(label).value).toBe('4.76');
    await type(label, '13.60');
    await choose('World Pantry');
    await save();
    await waitFor(() =>
      expect(mutatingCalls(calls)).toEqual([
        {
          call: changeCall,
          body: { amount: 10, customAmountEntered: { amount: 13.6, currency: 'CAD' }, charityId: 5 },
        },
      ]),
    );
  });

  test('a retired charity is no longer offered after it was refused', async () => {
    let charities = [5, 6].map((id) => ({ id, name: id === 5 ? 'World Pantry' : 'Maple Pantry' }));
    await openDialog(aPlan(), {
      'GET /api/charities': () => jsonResponse(charities)(),
      [changeCall]: refusalResponse(400, planSentences.charityInvalid, 'invalid_charity'),
    });
    await choose('World Pantry');
    charities = charities.slice(1);
    await save();
    await waitFor(async () => expect((await form()).queryByRole('option', { name: 'World Pantry' })).toBeNull());
    const field = (await form()).getByLabelText<HTMLSelectElement>('Charity');
    expect(field.selectedOptions[0]?.textContent).toBe('Maple Pantry');
    expect(shownToast()).toMatchObject({ description: planSentences.charityInvalid });
  });

  test('a round amount is charged round, and is filled in again as it was typed', async () => {
    const charge = { subtotal: 20, serviceFee: 2, total: 22, currency: 'CAD' };
    const plan = aPlan({ amount: 14.71, serviceFee: 1.47, total: 16.18, charge });
    openPlans(() => [plan], {}, 'CA');
    await pressOn('Change');
    const label = 'Amount per month in Canadian dollars';
    expect((await form()).getByLabelText<HTMLInputElement>(label).value).toBe('20.00');
    expect(await preview()).toEqual(['US$14.71', 'US$1.47', 'US$16.18', 'CA$22.00']);
    await type(label, '50');
    expect(await preview()).toEqual(['US$36.76', 'US$3.68', 'US$40.44', 'CA$55.00']);
  });

  test.each([
    ['0x10', 'Please enter an amount between $1.00 and $10,000.00'],
    ['', 'Please enter an amount between $1.00 and $10,000.00'],
    ['0.99', 'Please enter an amount between $1.00 and $10,000.00'],
    ['10000.01', 'Please enter an amount between $1.00 and $10,000.00'],
    ['3.50', planSentences.nothingToChange],
    ['3.5', planSentences.nothingToChange],
  ])('%j is refused next to the field, without a request', async (text, sentence) => {
    const { calls } = await openDialog();
    const field = (await form()).getByLabelText('Amount per month in US dollars');
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
    await save();
    expect((await form()).getByRole('alert').textContent).toBe(sentence);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('a refusal is shown in the server’s sentence, and the typed amount stays', async () => {
    const refusal = refusalResponse(503, planSentences.unavailable, 'provider_unavailable');
    await openDialog(aPlan(), { [changeCall]: refusal });
    await type('Amount per month in US dollars', '7');
    await save();
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: "We couldn't change your monthly gift",
        description: planSentences.unavailable,
      }),
    );
    expect((await form()).getByLabelText<HTMLInputElement>('Amount per month in US dollars').value).toBe('7');
    expect((await form()).getByRole('button', { name: 'Save changes' })).toBeDefined();
  });

  test('after the rates have changed, the preview uses the new ones, and the next try sends them', async () => {
    const refusal = refusalResponse(409, checkoutSentences.pricesChanged, 'prices_changed');
    const rates = jsonResponse({ setOn: '2026-12-01', unitsPerDollar: { CAD: '1.45' } });
    let respond: () => Response = refusal;
    const { calls } = await openDialog(aPlan(), { [changeCall]: () => respond(), 'GET /api/rates': rates }, 'CA');
    await type('Amount per month in Canadian dollars', '20');
    await save();
    await waitFor(async () => expect(await preview()).toEqual(['US$13.79', 'US$1.38', 'US$15.17', 'CA$22.00']));
    expect(shownToast()?.description).toBe(checkoutSentences.pricesChanged);
    respond = jsonResponse(aPlan());
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mutatingCalls(calls).at(-1)?.body).toMatchObject({ amount: 13.79 });
  });

  test('reports nothing before the server has responded, and sends one request', async () => {
    const { calls } = await openDialog(aPlan(), { [changeCall]: noResponse });
    await type('Amount per month in US dollars', '7{Enter}{Enter}');
    expect((await form()).getByRole('button', { name: 'Saving…' }).getAttribute('aria-disabled')).toBe('true');
    expect(mutatingCalls(calls)).toHaveLength(1);
    expect(shownToast()).toBeUndefined();
  });

  test('the changes can be discarded', async () => {
    const { calls } = await openDialog();
    await type('Amount per month in US dollars', '7');
    await userEvent.click((await form()).getByRole('button', { name: 'Discard changes' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('the other charities can be loaded with Try Again', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    await openDialog(aPlan(), { 'GET /api/charities': () => respond() });
    expect(await (await form()).findByText(/couldn't load the other charities/)).toBeDefined();
    respond = jsonResponse([{ id: 5, name: 'World Pantry' }]);
    await userEvent.click((await form()).getByRole('button', { name: 'Try Again' }));
    expect(await (await form()).findByRole('option', { name: 'World Pantry' })).toBeDefined();
  });
});

describe('choosing a charity after the plan’s was retired', () => {
  const waiting = aPlan({ status: 'paused', nextChargeAt: null, waitsForCharity: true });
  const chosen = aPlan({ charityId: 5, charityName: 'World Pantry' });
  const choiceForm = () => dialog('Choose a charity');

  async function openChoice(): Promise<PlansPage> {
    let plan = waiting;
    const page = openPlans(() => [plan], {
      'GET /api/charities': jsonResponse([{ id: 5, name: 'World Pantry' }]),
      [changeCall]: () => {
        plan = chosen;
        return jsonResponse(chosen)();
      },
    });
    await pressOn('Choose a charity');
    return page;
  }

  test('offers the others, and asks for a choice before anything is sent', async () => {
    const { calls } = await openChoice();
    const field = (await choiceForm()).getByLabelText<HTMLSelectElement>('Charity');
    await (await choiceForm()).findByRole('option', { name: 'World Pantry' });
    expect(Array.from(field.options, ({ text }) => text)).toEqual(['Choose a charity', 'World Pantry']);
    await userEvent.click((await choiceForm()).getByRole('button', { name: 'Save changes' }));
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect((await choiceForm()).getByText(planSentences.charityInvalid)).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('sends the charity alone, and says from when the gift resumes', async () => {
    const { calls } = await openChoice();
    await userEvent.selectOptions(
      (await choiceForm()).getByLabelText('Charity'),
      await (await choiceForm()).findByRole('option', { name: 'World Pantry' }),
    );
    await userEvent.click((await choiceForm()).getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(mutatingCalls(calls)).toEqual([{ call: changeCall, body: { charityId: 5 } }]);
    expect(shownToast()).toMatchObject({
      title: 'Thank you for choosing',
      description: 'Starting with the next payment, it is $3.50 a month to World Pantry.',
    });
    expect(await (await card()).findByText('Active')).toBeDefined();
  });
});
