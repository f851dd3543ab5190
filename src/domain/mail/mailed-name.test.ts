import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmlessName, mailedName } from './mailed-name.ts';

describe('a name in an email to an unconfirmed address', () => {
  test.each([
    'Ana',
    'Mary-Jane',
    "Sinéad O'Connor",
    'José María',
    'Nguyễn Thị Minh Khai',
    'Dr. Ng',
    'J.R. Ng',
    'Martin Jr.',
    'علی‌رضا',
    '李小龍',
    'प्रिया',
    'Zoë 🌻',
    'Ana 👩🏽‍🌾 ❤️‍🔥',
    'മോഹന്‍',
    'ana_1987',
    'ana-maria',
    'Wolfeschlegelsteinhausenbergerdorff Alex',
  ])('does not change if it is ordinary: %s', (name) => {
    expect(harmlessName(name)).toBe(name);
  });

  test.each([
    ['Your account is locked. Go to https://evil.example/login', 'Your account is locked. Go to https evil'],
    ['www.evil.example', 'www evil example'],
    ['evil.example', 'evil example'],
    ['WWW．EVIL。COM', 'WWW EVIL COM'],
    ['x.co', 'x co'],
    ['http:evil', 'http evil'],
    ['mailto:eve@evil.example', 'mailto eve evil example'],
    ['10.0.0.1', '10 0 0 1'],
    ['evil.\u200Dcom', 'evil. com'],
    ['evil\u200D.com', 'evil\u200D com'],
    ['evil.\u034Fcom', 'evil \u034Fcom'],
    ['evil․com', 'evil com'],
    ['i❤️.ws', 'i❤️ ws'],
    ['\u200D \u200C\u200D', ''],
    ['A\u200Dn\u200D\u200Da', 'A\u200Dn\u200D a'],
    ['moc.\u202Elive\u2066', 'moc. live'],
    ['Ana\r\nBcc: all@evil.example', 'Ana Bcc all evil example'],
    ['\u202EanA\u0000', 'anA'],
    ['<b>Ana</b>', 'b Ana b'],
    ['maria.garcia', 'maria garcia'],
    ['', ''],
    [' : ', ''],
  ])('loses invisible characters and everything that could form a link: %j', (name, harmless) => {
    expect(harmlessName(name)).toBe(harmless);
  });

  test('is cut only between visible characters', () => {
    expect(harmlessName(`${'a'.repeat(38)}👩‍🌾b`)).toBe('a'.repeat(38));
    expect(harmlessName('a'.repeat(41))).toBe('a'.repeat(40));
  });

  test('is short and has no control characters and no link, whatever was typed', () => {
    const pieces = fc.constantFrom(
      'www.',
      'https://',
      'mailto:',
      '.com',
      '。',
      '．',
      '：',
      '\r\n',
      '\u202E',
      '\u200D',
      ' ',
    );
    const typed = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }), fc.string()), { maxLength: 20 });
    fc.assert(
      fc.property(typed, (parts) => {
        const name = harmlessName(parts.join(''));
        expect(name.length).toBeLessThanOrEqual(40);
        expect(name).not.toMatch(/[:/\\@<>]|[.。．｡][\p{L}\p{N}]{2}|www\.\S/iu);
        expect(name).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]|[\u202A-\u202E\u2066-\u2069]/u);
        expect(harmlessName(name)).toBe(name);
      }),
    );
  });
});

describe('the name in an email', () => {
  test.each([
    [{ firstName: 'Ana', username: 'ana.maria' }, true, 'Ana'],
    [{ firstName: ' ', username: 'ana.maria' }, true, 'ana.maria'],
    [{ firstName: 'Ana\r\nMaria\u0007', username: 'ana' }, true, 'Ana Maria'],
    [{ firstName: null, username: 'ana.maria' }, false, 'ana maria'],
    [{ firstName: '://', username: 'ana' }, false, 'ana'],
    [{ firstName: 'Ana. Go to evil.example', username: 'ana' }, true, 'Ana. Go to evil.example'],
    [{ firstName: 'Ana. Go to evil.example', username: 'ana' }, false, 'Ana. Go to evil example'],
  ])('for %j, confirmed: %j, is %j', (names, isConfirmed, name) => {
    expect(mailedName(names, isConfirmed)).toBe(name);
  });
});
