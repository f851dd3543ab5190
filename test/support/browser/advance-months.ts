import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accountCalls } from '#contract/calls/account.ts';
import type { DeviceResponse } from '#contract/account/account-settings.ts';
import type { Journey } from './journey.ts';

const daySeconds = 24 * 60 * 60;
const waiting = { interval: 100 };

/** Less than 30 days, because an unused session ends after that time. */
const stepMaxSeconds = 25 * daySeconds;

/** Reads the payment provider's time, in seconds since 1970. */
export const providerNow = async ({ product }: Journey): Promise<number> => (await product.control.readClock()).now;

/**
 * Advances the clocks to an instant, in seconds since 1970, in steps so small that the session of a page does not expire. When it
 * resolves, the product's clock has followed the provider's.
 */
export async function advanceTo(journey: Journey, page: Page, at: number): Promise<void> {
  for (let now = await providerNow(journey); now < at;) {
    now = (await journey.product.control.advanceClock(Math.min(at - now, stepMaxSeconds))).now;
    await touchSession(journey, page, now);
  }
}

/** Uses the session until the product has recorded a use at the provider's time. */
async function touchSession({ product }: Journey, page: Page, now: number): Promise<void> {
  const seenAt = async (): Promise<number> => {
    const response = await page.context().request.get(product.url + accountCalls.listDevices.path);
    const devices = (await response.json()) as DeviceResponse[];
    return Date.parse(devices.find(({ isCurrent }) => isCurrent)?.seenAt ?? '') / 1000;
  };
  await expect.poll(seenAt, waiting).toBeGreaterThan(now - daySeconds / 24);
}

/** A month of a plan: when its charge is due, and how many donations there are afterward. */
interface Month {
  readonly dueAt: Date;
  readonly donationsCount: number;
  /** False for a charge that a pause skips. */
  readonly isAnnounced: boolean;
}

/** Advances the clocks past a charge. Expects the notice before the charge, and the number of donations after it. */
export async function passMonth(journey: Journey, page: Page, month: Month): Promise<void> {
  const { dueAt, donationsCount, isAnnounced } = month;
  const due = Math.round(dueAt.getTime() / 1000);
  await advanceTo(journey, page, due - 2.5 * daySeconds);
  const hasNotice = async (): Promise<boolean> =>
    (await journey.product.jobs()).some(
      ({ kind, createdAt }) => kind === 'renewal_notice' && Date.parse(createdAt) / 1000 > due - 3 * daySeconds,
    );
  if (isAnnounced) await expect.poll(hasNotice, waiting).toBe(true);
  await advanceTo(journey, page, due + 3600);
  await expect.poll(async () => (await journey.product.donations()).length, waiting).toBe(donationsCount);
}
