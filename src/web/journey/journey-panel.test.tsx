// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { JourneyResponse } from '#contract/journey.ts';
import { stationNames } from '#domain/journey/journey.ts';
import { openFor } from '#test/support/web/donor-page.tsx';
import { refusalResponse } from '#test/support/web/stub-server.ts';
import { JourneyPart } from './index.ts';

afterEach(() => void vi.restoreAllMocks());

const journeyCall = '/api/donations/don_1/journey';
const proofCall = '/api/donations/don_1/proof';

const proof = {
  format: 'donation-log-receipt-v1',
  entry: '{}',
  salt: '0'.repeat(64),
  publicKey: '0'.repeat(64),
  evidence: {
    kind: 'promise',
    includedBy: '2026-03-05T12:00:00.000Z',
    keyId: '0'.repeat(16),
    signature: '0'.repeat(128),
  },
};

/** Creates a journey whose stations have these states. */
const journey = (
  states: readonly JourneyResponse['stations'][number]['state'][],
  changes: Partial<JourneyResponse> = {},
) => ({
  hasArrived: states.every((state) => state === 'done'),
  stations: states.map((state, index) => ({
    name: stationNames[index],
    state,
    at: state === 'done' ? (index === 4 ? '2026-03-24' : '2026-03-04T12:00:00.000Z') : null,
    explanation: `Explanation ${index + 1}.`,
    proof: state === 'done' && index === 4 ? [{ name: 'Bank reference', value: 'BANK-1' }] : [],
  })),
  happenings: [],
  payoutProof: 'none',
  ...changes,
});

const sentJourney = journey(['done', 'done', 'done', 'done', 'done', 'current']);
const keepProof = 'Keep the proof that the payout names your donation';

async function open(response: unknown, proofResponse: unknown = proof) {
  const calls = openFor('donor', <JourneyPart id="don_1" about="Coffee, Mar 4, 2026" />, {
    [journeyCall]: response,
    [proofCall]: proofResponse,
  });
  await userEvent.click(screen.getByText('Follow this donation'));
  return calls;
}

describe('the journey of a donation', () => {
  test('is requested only when it is opened', async () => {
    const calls = openFor('donor', <JourneyPart id="don_1" />, {});
    expect(calls.filter((call) => call.includes('journey'))).toEqual([]);
  });

  test('lists six stations, and says in words which one is next', async () => {
    await open(journey(['done', 'done', 'done', 'done', 'done', 'current']));
    expect(
      (await screen.findByText('5 of 6 steps are done. Next: Received by the charity.')).getAttribute('role'),
    ).toBe('status');
    const items = screen.getAllByRole('listitem');
    expect(items.map((item) => item.getAttribute('aria-current'))).toEqual([null, null, null, null, null, 'step']);
    expect(items.map((item) => item.querySelector('.journey-title')?.textContent)).toEqual([
      'PaidDone',
      'In the booksDone',
      'In the public logDone',
      'In a payoutDone',
      'Sent to the charityDone',
      'Received by the charityNext',
    ]);
    const sent = within(items[4]!);
    expect(sent.getByText('Mar 24, 2026')).toBeDefined();
    expect(sent.getByText('BANK-1')).toBeDefined();
    expect(sent.getByText('Explanation 5.')).toBeDefined();
  });

  test('says that the donation has arrived', async () => {
    await open(journey(['done', 'done', 'done', 'done', 'done', 'done']));
    expect((await screen.findByText('Your donation has arrived.')).getAttribute('role')).toBe('status');
  });

  test('says that a refunded donation has stopped, and why', async () => {
    const happenings = [{ at: '2026-03-10T12:00:00.000Z', text: 'We refunded it.' }];
    await open(journey(['done', 'done', 'done', 'stopped', 'stopped', 'stopped'], { happenings }));
    expect((await screen.findByText('Your donation has stopped on its way.')).getAttribute('role')).toBe('status');
    expect(screen.getAllByText('Stopped')).toHaveLength(3);
    expect(screen.getByRole('list', { name: 'What happened on the way' }).textContent).toMatch(/: We refunded it\.$/);
  });

  test('links to the page that checks the proof, which the link contains', async () => {
    await open(journey(['done', 'done', 'done', 'current', 'upcoming', 'upcoming']));
    const link = await screen.findByRole('link', { name: 'Check the proof in your browser' });
    expect(link.getAttribute('href')).toMatch(/^\/verify#[\w-]{100,}$/);
  });

  test('offers the proof of the payout when the payout is in the log', async () => {
    await open(sentJourney);
    await screen.findByRole('link', { name: 'Check the proof in your browser' });
    expect(screen.queryByRole('link', { name: keepProof })).toBeNull();
    await open({ ...sentJourney, payoutProof: 'available' });
    const link = await screen.findByRole('link', { name: keepProof });
    expect(link.getAttribute('href')).toBe('/api/donations/don_1/payout-proof');
    expect(screen.getByRole('link', { name: 'check the file here' }).getAttribute('href')).toBe('/verify');
  });

  test('says why there is no proof of a payout of few donations', async () => {
    await open({ ...sentJourney, payoutProof: 'withheld' });
    expect(await screen.findByText(/^This payout covers fewer than five donations\./)).toBeDefined();
    expect(screen.queryByRole('link', { name: keepProof })).toBeNull();
  });

  test('that cannot be loaded can be requested again', async () => {
    await open(refusalResponse(503, 'Not now.', 'unavailable'));
    expect(await screen.findByText("We couldn't load the journey of this donation.")).toBeDefined();
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeDefined();
  });
});
