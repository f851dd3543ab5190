import { describe, expect, test } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

describe.each(['METRICS_TOKEN', 'OPERATOR_TOKEN'])('the token %s', (name) => {
  const sentence = `${name} must be at least 16 characters, 8 of them different, without spaces: use the output of openssl rand -hex 32.`;

  test.each([
    'secret',
    '0123456789abcde',
    'aaaaaaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabcabcabc',
    'with a space 0123456789',
    'wíth-áccénts-0123456789',
  ])('%j keeps the product from starting, with one sentence', (token) => {
    expect(() => parseConfig({ [name]: token })).toThrow(new ConfigError(sentence));
  });

  test.each(['0123456789abcdef', 'f3'.repeat(8) + '0124579bdf', '!"#$%&()*+,-./:;'])('%j is accepted', (token) => {
    expect(Object.values(parseConfig({ [name]: token }))).toContain(token);
  });
});

describe('the address of exchange rates', () => {
  test.each(['http://example.org/rates.xml', 'ftp://example.org', 'rates.xml', 'https://user:secret@example.org/'])(
    '%j keeps the product from starting',
    (address) => expect(() => parseConfig({ RATES_URL: address })).toThrow(/^RATES_URL must /),
  );

  test.each(['https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', 'http://127.0.0.1:8080/rates.xml'])(
    '%j is accepted',
    (address) => expect(parseConfig({ RATES_URL: address }).ratesUrl?.href).toBe(address),
  );
});

describe('the secret key', () => {
  const [present, former] = [Buffer.alloc(32, 7), Buffer.alloc(32, 255)];
  const text = present.toString('base64');

  test.each([
    'secret',
    ',',
    text.slice(4),
    `${text}AAAA`,
    `${text},secret`,
    `${text.slice(0, 20)}!${text.slice(21)}`,
    'ff'.repeat(32),
  ])('%j keeps the product from starting, with one sentence', (wrong) => {
    expect(() => parseConfig({ SECRET_KEY: wrong })).toThrow(
      new ConfigError('SECRET_KEY must be 32 bytes in base64: use the output of openssl rand -base64 32.'),
    );
  });

  test.each(['base64', 'base64url'] as const)('may be in %s, with former ones after it', (form) => {
    expect(parseConfig({ SECRET_KEY: present.toString(form) }).secretKeys).toEqual([present]);
    expect(parseConfig({ SECRET_KEY: `${present.toString(form)}, ${former.toString(form)}` }).secretKeys).toEqual([
      present,
      former,
    ]);
  });
});
