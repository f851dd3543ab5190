// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { planSentences, type PlanAnswer } from '#contract/recurring.ts';
import { noAnswer } from '#test/support/donor-visit.tsx';
import { aPlan, deedsOf, dialog, openPlans, pressOn, toast, type PlansPage } from '#test/support/plans-visit.tsx';
import { jsonAnswer, refusalAnswer, type StubAnswers } from '#test/support/stub-server.ts';

const changeCall = 'PATCH /api/plans/pln_1';

/** Opens the dialog; the server changes the gift into another. */
async function openDialog(
  changed: PlanAnswer = aPlan(),
  answers: StubAnswers = {},
  country = 'US',
): Promise<PlansPage> {
  let plan = aPlan();
  const page = openPlans(
    () => [plan],
    {
      [changeCall]: () => {
        plan = changed;
        return jsonAnswer(changed)();
      },
      ...answers,
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

describe('changing a monthly gift', () => {
  test('starts with it as it stands', async () => {
    await openDialog();
    const field = (await form()).getByLabelText<HTMLInputElement>('Amount per month in US Dollar');
    expect(field.value).toBe('3.50');
    expect((await form()).getByLabelText<HTMLSelectElement>('Charity').selectedOptions[0]?.textContent).toBe(
      'Maple Pantry',
    );
    expect(await preview()).toEqual(['$3.50', '$0.35', '$3.85', 'CA$5.24']);
    expect((await form()).getByText('From Dec 21, 2026 on, each month')).toBeDefined();
  });

  test('to another amount shows what it will be, sends that alone, and tells what the server answered', async () => {
    const changed = aPlan({ amount: 7, serviceFee: 0.7, total: 7.7, label: 'Custom Donation', mealsProvided: 7 });
    const { calls } = await openDialog(changed);
    await type('Amount per month in US Dollar', '7');
    expect(await preview()).toEqual(['$7.00', '$0.70', '$7.70', 'CA$10.47']);
    expect((await form()).getByText('≈ 7 meals')).toBeDefined();
    await save();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(deedsOf(calls)).toEqual([{ call: changeCall, body: { amount: 7 } }]);
    expect(toast()).toEqual({
      title: 'Your monthly gift is changed',
      description: 'From the next charge on it is $7.00 a month to Maple Pantry.',
    });
    expect(await screen.findByRole('article', { name: 'Custom Donation' })).toBeDefined();
  });

  test('to another charity sends that alone, and the amount keeps its charge', async () => {
    const { calls } = await openDialog(aPlan({ charityId: 5, charityName: 'World Pantry' }));
    await choose('World Pantry');
    expect(await preview()).toEqual(['$3.50', '$0.35', '$3.85', 'CA$5.24']);
    await save();
    await waitFor(() => expect(toast()?.description).toContain('$3.50 a month to World Pantry'));
    expect(deedsOf(calls)).toEqual([{ call: changeCall, body: { charityId: 5 } }]);
  });

  test('is typed in the visitor’s currency and sent in US dollars', async () => {
    const { calls } = await openDialog(aPlan(), {}, 'CA');
    const label = 'Amount per month in Canadian Dollar';
    expect((await form()).getByLabelText<HTMLInputElement>(label).value).toBe('4.76');
    await type(label, '13.60');
    await choose('World Pantry');
    await save();
    await waitFor(() => expect(deedsOf(calls)).toEqual([{ call: changeCall, body: { amount: 10, charityId: 5 } }]));
  });

  test.each([
    ['0x10', 'Please enter an amount between $1.00 and $10,000.00'],
    ['', 'Please enter an amount between $1.00 and $10,000.00'],
    ['0.99', 'Please enter an amount between $1.00 and $10,000.00'],
    ['10000.01', 'Please enter an amount between $1.00 and $10,000.00'],
    ['3.50', planSentences.nothingToChange],
    ['3.5', planSentences.nothingToChange],
  ])('to %j is refused beside the field, and nothing is asked of the server', async (text, sentence) => {
    const { calls } = await openDialog();
    const field = (await form()).getByLabelText('Amount per month in US Dollar');
    await userEvent.clear(field);
    if (text !== '') await userEvent.type(field, text);
    await save();
    expect((await form()).getByRole('alert').textContent).toBe(sentence);
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field);
    expect(deedsOf(calls)).toEqual([]);
  });

  test('that the server refuses is told in its sentence, and what was typed stays', async () => {
    const refusal = refusalAnswer(502, planSentences.unavailable, 'provider_unavailable');
    await openDialog(aPlan(), { [changeCall]: refusal });
    await type('Amount per month in US Dollar', '7');
    await save();
    await waitFor(() =>
      expect(toast()).toEqual({ title: 'Your monthly gift was not changed', description: planSentences.unavailable }),
    );
    expect((await form()).getByLabelText<HTMLInputElement>('Amount per month in US Dollar').value).toBe('7');
    expect((await form()).getByRole('button', { name: 'Save changes' })).toBeDefined();
  });

  test('says nothing before the server has answered, and asks once', async () => {
    const { calls } = await openDialog(aPlan(), { [changeCall]: noAnswer });
    await type('Amount per month in US Dollar', '7{Enter}{Enter}');
    expect((await form()).getByRole('button', { name: 'Saving…' }).getAttribute('aria-disabled')).toBe('true');
    expect(deedsOf(calls)).toHaveLength(1);
    expect(toast()).toBeUndefined();
  });

  test('can be left with everything as it is', async () => {
    const { calls } = await openDialog();
    await type('Amount per month in US Dollar', '7');
    await userEvent.click((await form()).getByRole('button', { name: 'Keep it as it is' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(deedsOf(calls)).toEqual([]);
  });

  test('offers the other charities at another try', async () => {
    let answer = refusalAnswer(500, 'Something broke.');
    await openDialog(aPlan(), { 'GET /api/charities': () => answer() });
    expect(await (await form()).findByText(/could not load the other charities/)).toBeDefined();
    answer = jsonAnswer([{ id: 5, name: 'World Pantry' }]);
    await userEvent.click((await form()).getByRole('button', { name: 'Try Again' }));
    expect(await (await form()).findByRole('option', { name: 'World Pantry' })).toBeDefined();
  });
});
