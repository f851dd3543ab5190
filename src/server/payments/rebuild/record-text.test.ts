import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { addsUp } from '#domain/payment/donation-record.ts';
import { anyRecord, coffeeRecord } from '#test/support/payments/arbitrary-record.ts';
import { recordFields, recordInOrder } from '../paypal/order-record.ts';
import { recordIn, recordMetadata, recordsIn, recordsUpdate } from '../stripe/record-metadata.ts';
import { decodeRecord, encodeRecord } from './record-text.ts';

const changed = (changes: Parameters<typeof coffeeRecord>[0]) => encodeRecord(coffeeRecord(changes));
const fieldsOf = (text: string) => JSON.parse(text.split(' ')[2] ?? '') as unknown[];
const withField = (index: number, value: unknown) => {
  const fields = fieldsOf(changed({}));
  fields[index] = value;
  return `${coffeeRecord().intentId} 3 ${JSON.stringify(fields)}`;
};

describe('a record', () => {
  test('has this text, which stays readable in every later version', () => {
    const record = coffeeRecord({ installationId: 'ins_00000000000000000000000001', charityName: 'Pantries' });
    const text =
      'int_00000000000000000000000001 3 ["don_00000000000000000000000001",null,6,"Coffee",[[1,1,350,3]],3,' +
      '[350,35,385],[476,48,524],"CAD","1.36","2026-11-21","America/Toronto",1795348800123,null,' +
      '"ins_00000000000000000000000001","Pantries"]';
    expect(encodeRecord(record)).toBe(text);
    expect(decodeRecord(text)).toEqual(record);
  });

  test('of the second version, which named no charity, is readable', () => {
    const installationId = 'ins_00000000000000000000000001';
    const text =
      'int_00000000000000000000000001 2 ["don_00000000000000000000000001",null,6,"Coffee",[[1,1,350,3]],3,' +
      '[350,35,385],[476,48,524],"CAD","1.36","2026-11-21","America/Toronto",1795348800123,null,' +
      '"ins_00000000000000000000000001"]';
    expect(decodeRecord(text)).toEqual(coffeeRecord({ installationId }));
  });

  test('of the first version, which named no installation, is readable', () => {
    const text =
      'int_00000000000000000000000001 1 ["don_00000000000000000000000001",null,6,"Coffee",[[1,1,350,3]],3,' +
      '[350,35,385],[476,48,524],"CAD","1.36","2026-11-21","America/Toronto",1795348800123,null]';
    expect(decodeRecord(text)).toEqual(coffeeRecord());
  });

  test('is read as it was written', () => {
    fc.assert(
      fc.property(anyRecord, (record) => {
        expect(decodeRecord(encodeRecord(record))).toEqual(record);
      }),
    );
  });

  test('is visible ASCII text with two spaces', () => {
    fc.assert(fc.property(anyRecord, (record) => /^[!-~]+ 3 [!-~]+$/.test(encodeRecord(record))));
  });

  test.each([
    ['empty', ''],
    ['only an intent', 'int_00000000000000000000000001'],
    ['of a newer version', encodeRecord(coffeeRecord()).replace(' 3 ', ' 4 ')],
    ['cut off', encodeRecord(coffeeRecord()).slice(0, -1)],
    ['with a malformed intent id', encodeRecord(coffeeRecord()).replace('int_', 'in_')],
    ['not JSON', 'int_00000000000000000000000001 2 nonsense'],
    ['with an unknown currency', withField(8, 'XXX')],
    ['with a fraction of a cent', withField(7, [476.5, 48, 524])],
    ['with a negative amount', withField(7, [-476, 48, -428])],
    ['with an unknown time zone', withField(11, 'Mars/Olympus')],
    ['with a name that PostgreSQL cannot store', withField(3, 'a\0b')],
    ['of the first version with an installation', encodeRecord(coffeeRecord()).replace(' 3 ', ' 1 ')],
    ['of the second version with a charity', encodeRecord(coffeeRecord()).replace(' 3 ', ' 2 ')],
    ['with a malformed installation id', withField(14, 'ins_1')],
    ['made at an impossible time', withField(12, 8.65e15)],
    ['made after the year 9999', withField(12, Date.UTC(10_000))],
    ['with rates of an impossible day', withField(10, '2026-13-01')],
    ['with an amount that cannot be multiplied exactly', withField(4, [[1, 2, 2 ** 52, 3]])],
    ['with more meals than the database can store', withField(5, 2 ** 31)],
    ['with a charity that the database cannot store', withField(2, 2 ** 31)],
    ['with a quantity of zero', withField(4, [[1, 0, 350, 3]])],
  ])('is unreadable: %s', (_what, text) => {
    expect(decodeRecord(text)).toBe('unreadable');
  });
});

describe('the parts of a record', () => {
  const price = coffeeRecord().charge;

  test.each([
    ['of a snack', {}],
    ['of a custom amount', { items: [], meals: 3 }],
    [
      'of two kinds of snacks',
      {
        items: [
          { id: 1, quantity: 1, priceMinor: 200, meals: 1 },
          { id: 2, quantity: 2, priceMinor: 75, meals: 1 },
        ],
      },
    ],
  ])('%s add up', (_what, changes) => {
    expect(addsUp(coffeeRecord(changes))).toBe(true);
  });

  test.each([
    ['total', { charge: { ...price, total: money(525, 'CAD') } }],
    ['fee', { charge: { ...price, serviceFee: money(47, 'CAD') } }],
    ['subtotal of zero', { charge: { ...price, subtotal: money(0, 'CAD'), total: money(48, 'CAD') } }],
    ['item', { items: [{ id: 1, quantity: 2, priceMinor: 350, meals: 3 }], meals: 6 }],
    ['number of meals', { meals: 4 }],
  ])('with another %s do not add up', (_what, changes) => {
    expect(addsUp(coffeeRecord(changes))).toBe(false);
  });
});

describe('at Stripe, a record', () => {
  test('fits its metadata and is read back', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (first, terms) => {
        const metadata = {
          intent_id: first.intentId,
          plan_id: 'pln_00000000000000000000000001',
          ...recordsUpdate({}, { first, terms }),
        };
        expect(Object.keys(metadata).length).toBeLessThanOrEqual(50);
        for (const [key, value] of Object.entries(metadata)) {
          expect(key.length).toBeLessThanOrEqual(40);
          expect(value.length).toBeLessThanOrEqual(500);
        }
        expect(recordsIn(metadata)).toEqual({ first, terms });
      }),
    );
  });

  test('leaves nothing of a longer record that it replaces', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (before, after) => {
        const old = { intent_id: before.intentId, ...recordsUpdate({}, { first: before, terms: before }) };
        const change = recordsUpdate(old, { first: after, terms: after });
        const metadata = Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
        expect(recordsIn(metadata)).toEqual({ first: after, terms: after });
        expect(metadata['intent_id']).toBe(before.intentId);
      }),
    );
  });

  test('of an ordinary donation takes one value', () => {
    expect(Object.keys(recordMetadata('donation', coffeeRecord()))).toEqual(['donation']);
  });

  test('is absent from metadata that has none', () => {
    expect([recordIn({}, 'donation'), recordIn(null, 'donation'), recordIn({ terms: 'x' }, 'donation')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('at PayPal, a record', () => {
  test('fits custom_id and items, whose amounts add up to the total, and is read back', () => {
    fc.assert(
      fc.property(anyRecord, fc.string({ minLength: 1, maxLength: 300 }), (record, charityName) => {
        const { customId, items } = recordFields(record, charityName);
        expect(customId.length).toBeLessThanOrEqual(127);
        expect(customId.startsWith(`${record.intentId} `)).toBe(true);
        for (const { name, sku = '', description = '' } of items) {
          expect(name.length).toBeLessThanOrEqual(127);
          expect(sku.length).toBeLessThanOrEqual(127);
          expect(description.length).toBeLessThanOrEqual(2048);
        }
        expect(recordInOrder(customId, items)).toEqual(record);
      }),
    );
  });

  test('of an ordinary donation takes no text that the payer reads', () => {
    const { items } = recordFields(coffeeRecord(), 'Food banks across Canada');
    expect(items).toMatchObject([
      { name: 'Donation to Food banks across Canada', unitAmount: { currencyCode: 'CAD', value: '4.76' } },
      { name: 'Service fee (10%)', unitAmount: { currencyCode: 'CAD', value: '0.48' } },
    ]);
    expect(items.map(({ description }) => description)).toEqual([undefined, undefined]);
  });

  test('is absent from orders of other shops and from those without donation data', () => {
    expect([recordInOrder('without_gift'), recordInOrder('of-another-shop'), recordInOrder(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
