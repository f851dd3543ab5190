/** What a visitor decided about being counted. */
export type Decision = 'accepted' | 'declined';

/** What the choice about being counted depends on. */
export interface ConsentGround {
  /** Whether this installation counts visits at all. */
  readonly isConfigured: boolean;
  /** The browser says Do Not Track. */
  readonly doNotTrack: boolean;
  /** The browser says Global Privacy Control. */
  readonly globalPrivacyControl: boolean;
  /** What was decided before, in this browser. */
  readonly decision: Decision | undefined;
}

/** `off`: nobody counts and nobody asks. `ask`: the bar stands. `declined`: the visitor said no. `accepted`: the visitor said yes. */
export type Consent = 'off' | 'ask' | Decision;

/** Whether visits may be counted (rulings): only where it is configured, and a browser that says no outweighs all else. */
export function consentOn({ isConfigured, doNotTrack, globalPrivacyControl, decision }: ConsentGround): Consent {
  if (!isConfigured || doNotTrack || globalPrivacyControl) return 'off';
  return decision ?? 'ask';
}
