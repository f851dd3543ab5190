import { afterEach, describe, expect, test, vi } from 'vitest';
import { loginRequest, registerRequest } from './sign-in.ts';

const password = 'correct horse';
const registrationAs = (username: string) =>
  registerRequest.safeParse({ username, password, email: 'ana@example.org', country: 'US' });
const format = 'Username can have 3 to 40 letters, digits, dots, dashes and underscores';
const sentencesOf = ({ error }: { error?: { issues: readonly { message: string }[] } | undefined }) =>
  error?.issues.map(({ message }) => message);

describe('a username as long as a request may be', () => {
  afterEach(() => vi.restoreAllMocks());

  test.each(['a\u0300\u0323', '\ufdfa', 'ㄅ'])('of %j is refused before it is normalized', (part) => {
    const username = part.repeat(60_000 / part.length);
    const normalize = vi.spyOn(String.prototype, 'normalize');
    const responses = [registrationAs(username), loginRequest.safeParse({ username, password })];
    expect(responses.map(sentencesOf)).toEqual([[format], ['Invalid username or password']]);
    expect(normalize).not.toHaveBeenCalled();
  });
});

test('a login counts the characters of a name in the same way as a registration', () => {
  const ligature = '\ufb03'; // ffi
  expect(registrationAs(ligature).data?.username).toBe('ffi');
  expect(loginRequest.parse({ username: ligature, password }).username).toBe('ffi');
});

describe('a new username', () => {
  test.each(['अनिल', 'हिन्दी', 'มานี', 'தமிழ்', 'বাংলা', 'ខ្មែរ', 'မြန်မာ', 'שָׁלוֹם', 'Zoe\u0301', 'Nguye\u0302\u0303n'])(
    '%s can have the marks of its script',
    (username) => {
      expect(sentencesOf(registrationAs(username))).toBeUndefined();
    },
  );

  test.each([
    ['a\u0336d\u0336m\u0336i\u0336n\u0336', 'strokes through letters'],
    ['ana\u20dd', 'a circle'],
    ['\u0e35มาน', 'a vowel mark without a letter'],
    ['123\u093f', 'a vowel mark on a digit'],
    ['मन\u200dन', 'an invisible joiner'],
  ])('%j cannot have %s', (username) => {
    expect(sentencesOf(registrationAs(username))?.[0]).toBe(format);
  });

  test('has at most 40 characters, marks included', () => {
    const marks = '\u0e35'.repeat(20);
    expect(sentencesOf(registrationAs('ม'.repeat(20) + marks))).toBeUndefined();
    expect(sentencesOf(registrationAs('ม'.repeat(21) + marks))).toEqual([format]);
  });

  test('cannot have marks of another script', () => {
    expect(sentencesOf(registrationAs('ana\u093f'))).toEqual(['Please use letters of one common alphabet']);
  });
});
