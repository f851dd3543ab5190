import { expect, test } from 'vitest';
import { consentOn, type Consent, type ConsentGround } from './consent.ts';

const decisions = [undefined, 'accepted', 'declined'] as const;
const grounds: readonly ConsentGround[] = [true, false].flatMap((isConfigured) =>
  [true, false].flatMap((doNotTrack) =>
    [true, false].flatMap((globalPrivacyControl) =>
      decisions.map((decision) => ({ isConfigured, doNotTrack, globalPrivacyControl, decision })),
    ),
  ),
);

/** The only three of the 24 grounds on which anything happens. */
const open: readonly (readonly [ConsentGround['decision'], Consent])[] = [
  [undefined, 'ask'],
  ['accepted', 'accepted'],
  ['declined', 'declined'],
];

test.each(open)(
  'where visits are counted and the browser says nothing, a decision of %s is %s',
  (decision, consent) => {
    const ground = { isConfigured: true, doNotTrack: false, globalPrivacyControl: false, decision };
    expect(consentOn(ground)).toBe(consent);
  },
);

test('without an id, and for a browser that says no, there is no bar and no count, whatever was decided', () => {
  const closed = grounds.filter(
    ({ isConfigured, doNotTrack, globalPrivacyControl }) => !isConfigured || doNotTrack || globalPrivacyControl,
  );
  expect(closed).toHaveLength(grounds.length - open.length);
  expect(closed.filter((ground) => consentOn(ground) !== 'off')).toEqual([]);
});
