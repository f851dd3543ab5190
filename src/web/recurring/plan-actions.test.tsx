// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { planSentences } from '#contract/recurring.ts';
import type { PlanResponse } from '#contract/plan.ts';
import { donor } from '#test/support/web/donor-page.tsx';
import { aPlan, card, dialog, listCall, openPlans, pressOn, type PlansPage } from '#test/support/web/plans-page.tsx';
import { shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  mutatingCalls,
  noResponse,
  refusalResponse,
  type StubResponses,
} from '#test/support/web/stub-server.ts';

const paused = aPlan({
  status: 'paused',
  pausedUntil: '2027-02-20T12:00:00.000Z',
  nextChargeAt: '2027-02-21T12:00:00.000Z',
});
const ended = aPlan({ status: 'ended', nextChargeAt: null, endedAt: '2026-11-21T13:00:00.000Z' });
const pauseCall = 'POST /api/plans/pln_1/pause';
const resumeCall = 'POST /api/plans/pln_1/resume';
const cancelCall = 'POST /api/plans/pln_1/cancel';
const portalCall = 'POST /api/plans/pln_1/portal';

/** Opens a plan that a call changes into another. */
function openChanging(
  before: PlanResponse,
  call: string,
  after: PlanResponse,
  responses: StubResponses = {},
): PlansPage {
  let plan = before;
  return openPlans(() => [plan], {
    [call]: () => {
      plan = after;
      return jsonResponse(after)();
    },
    ...responses,
  });
}

const focusedText = (): string | null | undefined => document.activeElement?.textContent;

describe('pausing', () => {
  test('names the day of the next charge, for 1 to 12 months counted from the next gift', async () => {
    openChanging(aPlan({ nextChargeAt: '2026-11-30T12:00:00.000Z' }), pauseCall, paused);
    await pressOn('Pause');
    const form = await dialog('Pause this gift');
    const months = form.getByLabelText<HTMLSelectElement>('For how long');
    expect(Array.from(months.options, ({ value }) => Number(value))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(form.getByText('Dec 30, 2026')).toBeDefined();
    await userEvent.selectOptions(months, '3 months');
    expect(form.getByText('Feb 28, 2027')).toBeDefined(); // the month has no 30th
  });

  test('lasts as long as chosen, and toast, badge and next gift name the same day', async () => {
    const { calls } = openChanging(aPlan(), pauseCall, paused);
    await pressOn('Pause');
    const form = await dialog('Pause this gift');
    await userEvent.selectOptions(form.getByLabelText('For how long'), '3 months');
    await userEvent.click(form.getByRole('button', { name: 'Pause' }));
    expect(await (await card()).findByText('Paused until Feb 21, 2027')).toBeDefined();
    expect((await card()).getByText('Next gift on Feb 21, 2027')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: pauseCall, body: { months: 3 } }]);
    expect(shownToast()).toMatchObject({
      title: 'Your monthly gift is paused',
      description: 'Nothing is charged before Feb 21, 2027. Then it resumes automatically.',
    });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(focusedText()).toBe('Coffee');
  });

  test('leaves the plan as it is and the dialog open when it is refused', async () => {
    openPlans(() => [aPlan()], {
      [pauseCall]: refusalResponse(503, planSentences.unavailable, 'provider_unavailable'),
    });
    await pressOn('Pause');
    await userEvent.click((await dialog('Pause this gift')).getByRole('button', { name: 'Pause' }));
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: "We couldn't pause your monthly gift",
        description: planSentences.unavailable,
      }),
    );
    expect((await dialog('Pause this gift')).getByRole('button', { name: 'Pause' })).toBeDefined();
    expect((await card()).getByText('Active')).toBeDefined();
  });
});

describe('resuming', () => {
  test('takes one click, names the next date and moves focus to the plan', async () => {
    const { calls } = openChanging(paused, resumeCall, aPlan());
    await pressOn('Resume');
    expect(await (await card()).findByText('Active')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: resumeCall, body: undefined }]);
    expect(shownToast()).toMatchObject({
      title: 'Your monthly gift has resumed',
      description: 'Next gift on Dec 21, 2026.',
    });
    expect(focusedText()).toBe('Coffee');
  });

  test('says when the server cannot be reached', async () => {
    openPlans(() => [paused], { [resumeCall]: () => Promise.reject(new TypeError('Failed to fetch')) });
    await pressOn('Resume');
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: "We couldn't resume your monthly gift",
        description: "We couldn't reach the server. Please try again.",
      }),
    );
    expect((await card()).getByText('Paused until Feb 21, 2027')).toBeDefined();
  });
});

describe('canceling', () => {
  test('takes two clicks, and lists the plan as ended', async () => {
    const { calls } = openChanging(aPlan(), cancelCall, ended);
    await pressOn('Cancel this gift');
    await userEvent.click(
      (await dialog('Cancel this gift?', 'alertdialog')).getByRole('button', { name: 'Cancel now' }),
    );
    expect(await screen.findByText('1 past gift')).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([{ call: cancelCall, body: undefined }]);
    expect(shownToast()).toMatchObject({
      title: 'Your monthly gift has ended',
      description: 'Nothing more will be charged. Thank you for every month.',
    });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Your monthly gifts' }));
  });

  test('has its confirm button first, and changes nothing when it is dismissed', async () => {
    const { calls } = openChanging(aPlan(), cancelCall, ended);
    const button = (await card()).getByRole('button', { name: 'Cancel this gift' });
    button.focus();
    await userEvent.keyboard('{Enter}');
    const [first] = (await dialog('Cancel this gift?', 'alertdialog')).getAllByRole('button');
    expect(first?.textContent).toBe('Cancel now');
    await userEvent.click(screen.getByRole('button', { name: 'Keep my gift' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('reports success only after the server has responded, and sends one request', async () => {
    const { calls } = openPlans(() => [aPlan()], { [cancelCall]: noResponse });
    await pressOn('Cancel this gift');
    const alert = await dialog('Cancel this gift?', 'alertdialog');
    await userEvent.dblClick(alert.getByRole('button', { name: 'Cancel now' }));
    expect(alert.getByRole('button', { name: 'Canceling…' }).getAttribute('aria-disabled')).toBe('true');
    expect(mutatingCalls(calls)).toHaveLength(1);
    expect(shownToast()).toBeUndefined();
    expect((await card()).getByText('Active')).toBeDefined();
  });

  test('shows the server’s sentence when it is refused, and the plan stays', async () => {
    openPlans(() => [aPlan()], {
      [cancelCall]: refusalResponse(503, planSentences.unavailable, 'provider_unavailable'),
    });
    await pressOn('Cancel this gift');
    await userEvent.click(
      (await dialog('Cancel this gift?', 'alertdialog')).getByRole('button', { name: 'Cancel now' }),
    );
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: "We couldn't cancel your monthly gift",
        description: planSentences.unavailable,
      }),
    );
    expect((await card()).getByText('Active')).toBeDefined();
  });
});

describe('replacing the card', () => {
  test('opens the address that the server returned', async () => {
    const { leavePage } = openPlans(() => [aPlan()], {
      [portalCall]: jsonResponse({ url: 'https://pay.example/portal' }),
    });
    await pressOn('Replace card');
    await waitFor(() => expect(leavePage).toHaveBeenCalledExactlyOnceWith('https://pay.example/portal'));
  });

  test('says when the card page cannot be opened, and stays here', async () => {
    const { leavePage } = openPlans(() => [aPlan()], {
      [portalCall]: refusalResponse(503, planSentences.unavailable, 'provider_unavailable'),
    });
    await pressOn('Replace card');
    await waitFor(() =>
      expect(shownToast()).toMatchObject({
        title: "We couldn't open the card page",
        description: planSentences.unavailable,
      }),
    );
    expect(leavePage).not.toHaveBeenCalled();
  });
});

describe('after a change', () => {
  test('plans, history, impact and rewards are refetched', async () => {
    const { calls, cache } = openChanging(paused, resumeCall, aPlan());
    await card();
    const keys = [
      ['donations', donor.id],
      ['impact', donor.id],
      ['rewards', donor.id],
    ];
    keys.forEach((key) => cache.setQueryData(key, []));
    await pressOn('Resume');
    await waitFor(() => expect(keys.map((key) => cache.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]));
    await waitFor(() => expect(calls.filter(({ call }) => call === listCall)).toHaveLength(2));
  });

  test('a plan that has ended elsewhere is shown as ended', async () => {
    let plan = paused;
    openPlans(() => [plan], {
      [resumeCall]: () => {
        plan = ended;
        return refusalResponse(409, planSentences.planOver, 'plan_over')();
      },
    });
    await pressOn('Resume');
    expect(await screen.findByText('1 past gift')).toBeDefined();
    expect(shownToast()?.description).toBe(planSentences.planOver);
  });

  test('a plan that was changed elsewhere at the same time is shown as it is now', async () => {
    let plan = paused;
    openPlans(() => [plan], {
      [resumeCall]: () => {
        plan = ended;
        return refusalResponse(409, planSentences.busy, 'plan_busy')();
      },
    });
    await pressOn('Resume');
    expect(await screen.findByText('1 past gift')).toBeDefined();
    expect(shownToast()?.description).toBe(planSentences.busy);
  });

  test('an expired session is noticed', async () => {
    const { calls } = openPlans(() => [paused], {
      [resumeCall]: refusalResponse(401, 'Please sign in.', 'sign_in_required'),
    });
    await pressOn('Resume');
    await waitFor(() => expect(calls.filter(({ call }) => call === 'GET /api/user')).toHaveLength(2));
    expect(shownToast()?.description).toBe('Please sign in.');
  });
});
