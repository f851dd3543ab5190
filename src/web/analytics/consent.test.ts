import { expect, test } from 'vitest';
import { consentFrom, type Consent, type ConsentSettings } from './consent.ts';

const decisions = [undefined, 'accepted', 'declined'] as const;
const allSettings: readonly ConsentSettings[] = [true, false].flatMap((isConfigured) =>
  [true, false].flatMap((doNotTrack) =>
    [true, false].flatMap((globalPrivacyControl) =>
      decisions.map((decision) => ({ isConfigured, doNotTrack, globalPrivacyControl, decision })),
    ),
  ),
);

/** The three of the 24 combinations in which analytics are possible. */
const possible: readonly (readonly [ConsentSettings['decision'], Consent])[] = [
  [undefined, 'ask'],
  ['accepted', 'accepted'],
  ['declined', 'declined'],
];

test.each(possible)('with an id and no refusal by the browser, decision %s gives %s', (decision, consent) => {
  const settings = { isConfigured: true, doNotTrack: false, globalPrivacyControl: false, decision };
  expect(consentFrom(settings)).toBe(consent);
});

test('without an id, or when the browser refuses, analytics are off regardless of the decision', () => {
  const impossible = allSettings.filter(
    ({ isConfigured, doNotTrack, globalPrivacyControl }) => !isConfigured || doNotTrack || globalPrivacyControl,
  );
  expect(impossible).toHaveLength(allSettings.length - possible.length);
  expect(impossible.filter((settings) => consentFrom(settings) !== 'off')).toEqual([]);
});
