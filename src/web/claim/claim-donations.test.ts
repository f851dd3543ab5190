// @vitest-environment happy-dom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { jsonResponse, refusalResponse, stubServer, type StubResponses } from '#test/support/web/stub-server.ts';
import { claimStoredDonations } from './claim-donations.ts';

const storeKey = 'anonymous_donations';
const donations = ['don_1', 'don_2'].map((id) => ({ id, amount: 3.5, mealsProvided: 3 }));
const claimOf = (id: string): string => `PATCH /api/donations/${id}/claim`;

const claimed = jsonResponse({ id: 'don' });
const refused = refusalResponse(404, 'This donation cannot be claimed.');
const otherUser = refusalResponse(403, 'You can only claim donations for yourself.');
const broken = refusalResponse(500, 'Something broke.');
const unreachable = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));

const storedIds = (): unknown => {
  const list: unknown = JSON.parse(window.localStorage.getItem(storeKey) ?? 'null');
  return Array.isArray(list) ? list.map((entry: unknown) => Reflect.get(Object(entry), 'id')) : list;
};

beforeEach(() => window.localStorage.setItem(storeKey, JSON.stringify(donations)));

describe('claiming the stored donations', () => {
  test.each<[name: string, first: StubResponses[string], second: StubResponses[string], count: number, left: unknown]>([
    ['two claims', claimed, claimed, 2, null],
    ['a claim and a refusal', claimed, refused, 1, null],
    ['two refusals', refused, refused, 0, null],
    ['a claim and a server error', claimed, broken, 1, ['don_2']],
    ['another user and a claim', otherUser, claimed, 1, ['don_1']],
    ['a lost connection and a refusal', unreachable, refused, 0, ['don_1']],
    ['a server error and a lost connection', broken, unreachable, 0, ['don_1', 'don_2']],
  ])('with %s: counts the claimed ones and keeps the failed ones', async (_, first, second, count, left) => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    const calls = stubServer({ [claimOf('don_1')]: first, [claimOf('don_2')]: second });
    expect(await claimStoredDonations('usr_1')).toEqual({ claimed: count, isWithoutSession: false });
    expect(storedIds()).toEqual(left);
    expect(calls).toEqual([
      { call: claimOf('don_1'), body: { userId: 'usr_1' } },
      { call: claimOf('don_2'), body: { userId: 'usr_1' } },
    ]);
    expect(logged).toHaveBeenCalledTimes(Array.isArray(left) ? left.length : 0);
  });

  test('keeps a donation whose claim found no session, and says so', async () => {
    const withoutSession = refusalResponse(401, 'Please sign in.', 'sign_in_required');
    stubServer({ [claimOf('don_1')]: claimed, [claimOf('don_2')]: withoutSession });
    expect(await claimStoredDonations('usr_1')).toEqual({ claimed: 1, isWithoutSession: true });
    expect(storedIds()).toEqual(['don_2']);
  });

  test('makes no request when the store is empty', async () => {
    window.localStorage.removeItem(storeKey);
    const calls = stubServer({});
    expect(await claimStoredDonations('usr_1')).toEqual({ claimed: 0, isWithoutSession: false });
    expect(calls).toEqual([]);
  });

  test('keeps a donation that is stored during the claims', async () => {
    const later = { id: 'don_3', amount: 2.49, mealsProvided: 2 };
    stubServer({
      [claimOf('don_1')]: claimed,
      [claimOf('don_2')]: () => {
        window.localStorage.setItem(storeKey, JSON.stringify([...donations, later]));
        return claimed();
      },
    });
    await claimStoredDonations('usr_1');
    expect(storedIds()).toEqual(['don_3']);
  });
});
