import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isIban, lastFourOf, parseBankDetails, type TypedBankDetails } from './bank-details.ts';

const typed: TypedBankDetails = { holder: ' Food  Bank ', country: 'de', iban: 'de89 3704 0044 0532 0130 00', bic: '' };
const local: TypedBankDetails = {
  holder: 'Food Bank',
  country: 'CA',
  accountNumber: '1234567',
  routingNumber: '000412345',
};

describe('bank details', () => {
  test('are parsed to capitals without spaces', () => {
    expect(parseBankDetails(typed)).toEqual({
      holder: 'Food Bank',
      country: 'DE',
      account: { kind: 'iban', iban: 'DE89370400440532013000' },
      bic: null,
    });
  });

  test('can be an account number with a routing number', () => {
    const details = parseBankDetails({ ...local, bic: 'ROYCCAT2' });
    expect(details).toEqual({
      holder: 'Food Bank',
      country: 'CA',
      account: { kind: 'local', number: '1234567', routing: '000412345' },
      bic: 'ROYCCAT2',
    });
    expect(typeof details === 'string' ? details : lastFourOf(details)).toBe('4567');
  });

  test.each<[string, Partial<TypedBankDetails>, string]>([
    ['no holder', { holder: ' ' }, 'holder_invalid'],
    ['a holder that no bank file can spell', { holder: '食料銀行' }, 'holder_invalid'],
    ['a holder that is too long', { holder: 'a'.repeat(71) }, 'holder_invalid'],
    ['a country that is not a two-letter code', { country: 'Germany' }, 'country_invalid'],
    ['a mistyped IBAN', { iban: 'DE89370400440532013001' }, 'iban_invalid'],
    ['an IBAN of another country', { country: 'FR' }, 'iban_invalid'],
    ['both an IBAN and a number', { accountNumber: '1234567' }, 'iban_or_number'],
    ['neither an IBAN nor a number', { iban: '' }, 'iban_or_number'],
    ['a wrong BIC', { bic: 'DEUT' }, 'bic_invalid'],
    ['a short account number', { ...local, iban: '', accountNumber: '123' }, 'number_invalid'],
    ['a Canadian account without its bank', { ...local, iban: '', routingNumber: '', bic: 'ROYCCAT2' }, 'bank_missing'],
    [
      'a Canadian account with a US routing number',
      { ...local, iban: '', routingNumber: '121000358' },
      'routing_invalid',
    ],
    [
      'a US account with a mistyped routing number',
      { ...local, iban: '', country: 'US', routingNumber: '121000359' },
      'routing_invalid',
    ],
    ['an account elsewhere without a BIC', { ...local, iban: '', country: 'JP', routingNumber: '' }, 'bank_missing'],
  ])('are refused with %s', (_case, changes, problem) => {
    expect(parseBankDetails({ ...typed, ...changes })).toBe(problem);
  });

  test.each([
    ['US', '121000358', ''],
    ['JP', '', 'BOTKJPJT'],
  ])('of %s are accepted with routing number %j and BIC %j', (country, routingNumber, bic) => {
    expect(parseBankDetails({ ...local, country, routingNumber, bic })).toMatchObject({ country });
  });
});

describe('an IBAN', () => {
  test.each([
    'GB29NWBK60161331926819',
    'FR1420041010050500013M02606',
    'CH9300762011623852957',
    'AE070331234567890123456',
    'SA0380000000608010167519',
    'NO9386011117947',
  ])('%s is valid', (iban) => {
    expect(isIban(iban)).toBe(true);
  });

  test('is not valid with one wrong digit', () => {
    fc.assert(
      fc.property(fc.nat({ max: 21 }), fc.integer({ min: 1, max: 9 }), (position, step) => {
        const iban = 'DE89370400440532013000';
        const digit = Number(iban[position]);
        fc.pre(!Number.isNaN(digit));
        expect(isIban(`${iban.slice(0, position)}${(digit + step) % 10}${iban.slice(position + 1)}`)).toBe(false);
      }),
    );
  });

  test('is not valid if its length is wrong for its country', () => {
    expect(isIban('DE8937040044053201300')).toBe(false);
  });
});
