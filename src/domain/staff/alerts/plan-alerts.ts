import type { StaffRole } from '../rights.ts';
import { isAlertedAbout, withoutRemindedDisputes, type Condition } from './condition.ts';

/** A member of the team, and the last alert that was mailed to them. */
export interface Recipient {
  readonly userId: string;
  readonly role: StaffRole;
  /** The last round whose conditions were mailed to the recipient; 0 before the first alert. */
  readonly mailedRound: number;
  readonly mailedAt: Date | null;
}

/** The known conditions that still last, by key, each with the round in which it began. */
export type KnownConditions = ReadonlyMap<string, number>;

export interface AlertPlan {
  /** The number of this round, higher than all earlier ones. */
  readonly round: number;
  readonly begun: readonly Condition[];
  /** The keys of the conditions that have ended. */
  readonly ended: readonly string[];
  readonly alerts: readonly Alert[];
}

export interface Alert {
  readonly userId: string;
  readonly conditions: readonly Condition[];
}

/**
 * Decides who gets which alerts. Each person gets one email about all conditions that began since their last email and still
 * last, at most one email an hour.
 */
export function planAlerts(
  known: KnownConditions,
  present: readonly Condition[],
  recipients: readonly Recipient[],
  now: Date,
): AlertPlan {
  const round = 1 + Math.max(0, ...known.values(), ...recipients.map(({ mailedRound }) => mailedRound));
  const presentKeys = new Set(present.map(({ key }) => key));
  const alertFor = ({ userId, role, mailedRound }: Recipient): Alert => {
    const unmailed = present.filter(({ key }) => (known.get(key) ?? round) > mailedRound);
    return { userId, conditions: withoutRemindedDisputes(unmailed.filter(({ kind }) => isAlertedAbout(role, kind))) };
  };
  return {
    round,
    begun: present.filter(({ key }) => !known.has(key)),
    ended: [...known.keys()].filter((key) => !presentKeys.has(key)),
    alerts: recipients
      .filter((recipient) => mayBeMailed(recipient, now))
      .map(alertFor)
      .filter(({ conditions }) => conditions.length > 0),
  };
}

const mayBeMailed = ({ mailedAt }: Recipient, now: Date): boolean =>
  mailedAt === null || now.getTime() - mailedAt.getTime() >= alertIntervalMs;

const alertIntervalMs = 60 * 60 * 1000;
