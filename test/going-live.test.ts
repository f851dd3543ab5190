import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { paypalEvents, stripeApiVersion, stripeEvents } from '#server/payments/index.ts';
import { paypalPermissions, stripePermissions } from '#server/ports/permissions.ts';
import { projectRoot, readSourceFiles } from './guards/read-source-files.ts';

const page = readFileSync(join(projectRoot, 'docs', 'going-live.md'), 'utf8');
const sections = page.split(/^## /m);
const sectionOf = (name: string): string => sections.find((section) => section.includes(`. ${name}\n`)) ?? '';
const bulletsIn = (section: string): string[] =>
  [...section.matchAll(/^- (.*)$/gm)].map(([, text = '']) => text.replaceAll('`', ''));

/** Finds the event types that a provider's code names in quotes. */
function eventsNamedIn(folder: string, pattern: RegExp, except: string): string[] {
  const files = readSourceFiles(folder).filter(({ path }) => !path.endsWith('.test.ts') && !path.endsWith(except));
  const found = files.flatMap(({ source }) => [...source.matchAll(pattern)].map(([, type = '']) => type));
  return [...new Set(found)];
}

describe('the page about going live', () => {
  test("lists Stripe's events and API version as the code has them", () => {
    expect(bulletsIn(sectionOf('Stripe'))).toEqual(stripeEvents);
    expect(sectionOf('Stripe')).toContain(`API version \`${stripeApiVersion()}\``);
  });

  test("lists PayPal's events and features as the code has them", () => {
    const features = new Set(Object.values(paypalPermissions).map(({ name }) => name));
    expect(bulletsIn(sectionOf('PayPal'))).toEqual([...features, ...paypalEvents]);
  });

  test("lists the permissions of Stripe's key as the code has them", () => {
    const rows = [...sectionOf('Stripe').matchAll(/^\| ([^|]+) \| (Read|Write) \|$/gm)];
    expect(rows.map(([, name, access]) => [name, access])).toEqual(
      Object.values(stripePermissions).map(({ name, access }) => [name, access]),
    );
  });

  test('names only variables that the README explains', () => {
    const readme = readFileSync(join(projectRoot, 'README.md'), 'utf8');
    const variables = [...page.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name);
    expect(variables.length).toBeGreaterThan(10);
    expect(variables.filter((name) => !readme.includes(`| \`${name}\` |`))).toEqual([]);
  });
});

describe('the events to which our webhooks must subscribe', () => {
  test('at Stripe are those that the code reads', () => {
    const pattern =
      /'((?:checkout\.session|invoice|refund|charge\.dispute|radar\.early_fraud_warning)\.[a-z_]+|payment_intent\.payment_[a-z_]+)'/g;
    const read = eventsNamedIn('src/server/payments/stripe', pattern, 'stripe-events.ts');
    const subscriptionEvents = stripeEvents.filter((type) => type.startsWith('customer.subscription.')); // matched by prefix
    expect([...read, ...subscriptionEvents].toSorted()).toEqual(stripeEvents.toSorted());
  });

  test('at PayPal are those that the code reads', () => {
    const read = eventsNamedIn('src/server/payments/paypal', /'([A-Z]+\.[A-Z-]+\.[A-Z]+)'/g, 'paypal-events.ts');
    expect(read.toSorted()).toEqual(paypalEvents.toSorted());
  });
});
