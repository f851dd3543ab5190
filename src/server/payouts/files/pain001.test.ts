import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies, isCurrencyCode } from '#domain/money/currency.ts';
import { money, sum } from '#domain/money/money.ts';
import { parseBankDetails, type BankDetails, type TypedBankDetails } from '#domain/payout/bank-details.ts';
import { findPain001Problems, parseXml, textsOf } from '#test/support/payouts/pain001-rules.ts';
import type { BankOrder } from './bank-file.ts';
import { bankText, decimal, writePain001 } from './pain001.ts';
import { writeTransfersCsv } from './transfers-csv.ts';

const parsed = (typed: TypedBankDetails): BankDetails => {
  const details = parseBankDetails(typed);
  if (typeof details === 'string') throw new TypeError(details);
  return details;
};

const german = parsed({ holder: 'Tafel Köln e.V.', country: 'DE', iban: 'DE89370400440532013000' });
const canadian = parsed({
  holder: 'Food Banks & Friends',
  country: 'CA',
  accountNumber: '1234567',
  routingNumber: '000412345',
  bic: 'ROYCCAT2',
});
const japanese = parsed({ holder: '=Food Bank', country: 'JP', accountNumber: '7654321', bic: 'BOTKJPJT' });
const order: BankOrder = {
  batchId: 'bat_0123456789abcdefghjkmnpqrs',
  createdAt: new Date('2026-03-20T12:30:45.678Z'),
  currency: 'CAD',
  from: canadian,
  transfers: [
    {
      payoutId: 'pay_0000000000000000000000000a',
      to: german,
      amount: money(123_45, 'CAD'),
      remittance: 'Donations until 2026-03-06',
    },
    { payoutId: 'pay_0000000000000000000000000b', to: canadian, amount: money(5, 'CAD'), remittance: 'Donations <2>' },
  ],
};

const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
const anyCurrency = fc.constantFrom(...Object.keys(currencies).filter(isCurrencyCode));
const anyOrder = fc
  .tuple(
    anyCurrency,
    fc.array(
      fc.tuple(fc.constantFrom(german, canadian, japanese), fc.integer({ min: 1, max: 10_000_000_00 }), anyText),
      {
        minLength: 1,
        maxLength: 20,
      },
    ),
  )
  .map(([currency, transfers]): BankOrder => ({
    ...order,
    currency,
    transfers: transfers.map(([to, amountMinor, remittance], index) => ({
      payoutId: `pay_${String(index).padStart(26, '0')}`,
      to,
      amount: money(amountMinor, currency),
      remittance: `Payout ${remittance}`,
    })),
  }));

describe('a payment file', () => {
  test('keeps to the rules of pain.001.001.09', () => {
    expect(findPain001Problems(writePain001(order))).toEqual([]);
  });

  test('has the accounts, ids, amounts and sums of the batch', () => {
    const document = parseXml(writePain001(order));
    const read = (name: string) => textsOf(document, name);
    expect({
      MsgId: read('MsgId'),
      CreDtTm: read('CreDtTm'),
      NbOfTxs: read('NbOfTxs'),
      CtrlSum: read('CtrlSum'),
      EndToEndId: read('EndToEndId'),
      InstdAmt: read('InstdAmt'),
      Nm: read('Nm'),
      IBAN: read('IBAN'),
      MmbId: read('MmbId'),
      Cd: read('Cd'),
      BICFI: read('BICFI'),
      Ustrd: read('Ustrd'),
    }).toEqual({
      MsgId: ['0123456789abcdefghjkmnpqrs-CAD'],
      CreDtTm: ['2026-03-20T12:30:45'],
      NbOfTxs: ['2', '2'],
      CtrlSum: ['123.50', '123.50'],
      EndToEndId: ['0000000000000000000000000a', '0000000000000000000000000b'],
      InstdAmt: ['123.45', '0.05'],
      Nm: ['Food Banks + Friends', 'Food Banks + Friends', 'Tafel Koln e.V.', 'Food Banks + Friends'],
      IBAN: ['DE89370400440532013000'],
      MmbId: ['000412345', '000412345'],
      Cd: ['CACPA', 'CACPA'],
      BICFI: ['ROYCCAT2', 'ROYCCAT2'],
      Ustrd: ['Donations until 2026-03-06', 'Donations 2'],
    });
  });

  test('keeps to the rules and adds up for every order, and is the same each time', () => {
    fc.assert(
      fc.property(anyOrder, (any) => {
        const file = writePain001(any);
        expect(findPain001Problems(file)).toEqual([]);
        const total = sum(
          any.transfers.map(({ amount }) => amount),
          any.currency,
        );
        expect(textsOf(parseXml(file), 'CtrlSum')).toEqual([decimal(total), decimal(total)]);
        expect(writePain001(any)).toBe(file);
      }),
    );
  });

  test.each([
    ['a missing element', '<PmtMtd>TRF</PmtMtd>', ''],
    [
      'elements in the wrong order',
      '<PmtMtd>TRF</PmtMtd><NbOfTxs>2</NbOfTxs>',
      '<NbOfTxs>2</NbOfTxs><PmtMtd>TRF</PmtMtd>',
    ],
    ['a text that is too long', '<MsgId>', `<MsgId>${'a'.repeat(35)}`],
    ['an amount without its currency', ' Ccy="CAD"', ''],
    ['an unknown element', '<NbOfTxs>', '<Extra>1</Extra><NbOfTxs>'],
    ['another version', 'pain.001.001.09', 'pain.001.001.03'],
  ])('with %s is found to be invalid', (_what, part, replacement) => {
    expect(writePain001(order)).toContain(part);
    expect(findPain001Problems(writePain001(order).replace(part, replacement))).not.toEqual([]);
  });
});

test.each([
  ['Caritas für Österreich', 'Caritas fur Osterreich'],
  ['Œuvre "Cœur" <a> & Co', 'OEuvre Coeur a + Co'],
  ['Fundacja Małych Łodzi', 'Fundacja Malych Lodzi'],
  ['Đakovo, Ísafjörður, Þór', 'Dakovo, Isafjordur, THor'],
  ['Fødevarebanken ÆØÅ, Işık', 'Fodevarebanken AEOA, Isik'],
  ['//double slashes//', 'double slashes'],
  ['Straße', 'Strasse'],
])('%j is written as %j', (text, written) => {
  expect(bankText(text, 70)).toBe(written);
});

test('every text is written in characters that banks accept', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 140 }), (text, max) => {
      expect(bankText(text, max)).toMatch(/^[A-Za-z0-9/\-?:().,'+ ]*$/);
      expect(bankText(text, max).length).toBeLessThanOrEqual(max);
      expect(bankText(text, max)).not.toMatch(/^\/|\/$|\/\//);
    }),
  );
});

test.each([
  [money(5, 'CAD'), '0.05'],
  [money(123_456, 'USD'), '1234.56'],
  [money(100, 'JPY'), '100'],
])('%j is written as %s', (amount, text) => {
  expect(decimal(amount)).toBe(text);
});

test('the table of transfers has the same accounts and amounts, without formulas', () => {
  const [header, ...rows] = writeTransfersCsv({ ...order, transfers: [{ ...order.transfers[1]!, to: japanese }] })
    .trimEnd()
    .split('\r\n');
  expect(header).toBe(
    'Account holder,Country,IBAN,Account number,Routing number,BIC,Amount,Currency,Payment ID,Reference',
  );
  expect(rows).toEqual([`'=Food Bank,JP,,7654321,,BOTKJPJT,0.05,CAD,0000000000000000000000000b,Donations <2>`]);
});
