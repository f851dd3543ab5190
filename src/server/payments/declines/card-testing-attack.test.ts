import { expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutFrom, countAttempts, declinedCard, openPage, payPage } from '#test/support/payments/card-testers.ts';
import { attackWithCards, type AttackedSite } from '#test/support/payments/card-testing-attack.ts';

/** The attacked site. Card testers wait only until the provider's messages have arrived, as if the bank took that long. */
const siteOf = ({ app, control, sandbox }: AppWithSandbox): AttackedSite => ({
  openPage: async (address) => {
    const response = await checkoutFrom(app, { address });
    return response.statusCode === 200
      ? new URL(response.json<{ url: string }>().url).pathname.split('/').at(-1)
      : undefined;
  },
  tryCard: async (sessionId) => {
    const page = await (await control.submitPayment(sessionId, { cardNumber: declinedCard })).text();
    await sandbox.sandbox.webhooks.whenIdle();
    return page.includes('has expired') ? 'over' : 'declined';
  },
});

forEachDatabase((engine) => {
  test(`three addresses with sixty open pages can try only a few of ninety cards, and a donor elsewhere pays, on ${engine}`, async () => {
    const world = await startAppWithSandbox(engine);
    const donor = async (): Promise<void> => payPage(world, await openPage(world.app, { address: '203.0.113.9' }));
    await donor();
    const attack = attackWithCards(siteOf(world), {
      addresses: ['198.51.100.1', '198.51.100.2', '2001:db8::1'],
      pagesEach: 20,
      cardsEach: 30,
    });
    await donor();
    const { pages, attempts, refusals } = await attack;
    await donor();
    expect(pages).toBe(60);
    expect(attempts).toBe(countAttempts(world));
    expect(attempts).toBeGreaterThanOrEqual(30);
    expect(attempts).toBeLessThan(45);
    expect(refusals).toBe(90 - attempts);
    expect(await world.donations()).toHaveLength(3);
    expect(await world.discrepancies()).toEqual([]);
    await world.close();
  });
});
