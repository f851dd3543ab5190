import type { StaffRole } from '../rights.ts';
import { isAlertedAbout, withoutRemindedDisputes, type Condition } from './condition.ts';

/** A member of the team, and what was mailed before. */
export interface Recipient {
  readonly userId: string;
  readonly role: StaffRole;
  /** Every condition that began in this round or before it was mailed; 0 before the first alert. */
  readonly mailedRound: number;
  readonly mailedAt: Date | null;
}

/** The lasting conditions that were noted, by key, each with the round in which it began. */
export type NotedConditions = ReadonlyMap<string, number>;

export interface AlertPlan {
  /** The number of this round, higher than all before. */
  readonly round: number;
  readonly begun: readonly Condition[];
  /** Keys of the conditions that are over. */
  readonly ended: readonly string[];
  readonly alerts: readonly Alert[];
}

export interface Alert {
  readonly userId: string;
  readonly conditions: readonly Condition[];
}

/**
 * Decides who is mailed about what. Each person gets one email about all that began since their last one and still lasts, at most
 * one email an hour.
 */
export function planAlerts(
  noted: NotedConditions,
  present: readonly Condition[],
  recipients: readonly Recipient[],
  now: Date,
): AlertPlan {
  const round = 1 + Math.max(0, ...noted.values(), ...recipients.map(({ mailedRound }) => mailedRound));
  const presentKeys = new Set(present.map(({ key }) => key));
  const alertFor = ({ userId, role, mailedRound }: Recipient): Alert => {
    const unmailed = present.filter(({ key }) => (noted.get(key) ?? round) > mailedRound);
    return { userId, conditions: withoutRemindedDisputes(unmailed.filter(({ kind }) => isAlertedAbout(role, kind))) };
  };
  return {
    round,
    begun: present.filter(({ key }) => !noted.has(key)),
    ended: [...noted.keys()].filter((key) => !presentKeys.has(key)),
    alerts: recipients
      .filter((recipient) => mayBeMailed(recipient, now))
      .map(alertFor)
      .filter(({ conditions }) => conditions.length > 0),
  };
}

const mayBeMailed = ({ mailedAt }: Recipient, now: Date): boolean =>
  mailedAt === null || now.getTime() - mailedAt.getTime() >= pauseMs;

const pauseMs = 60 * 60 * 1000;
