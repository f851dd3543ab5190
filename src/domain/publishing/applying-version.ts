import type { Version } from './document-kind.ts';

/** In the order of their numbers. The first has begun. Only versions that ended long ago may be missing. */
export type Versions<Document> = readonly [Version<Document>, ...(readonly Version<Document>[])];

/** The newest version that has begun. */
export const applyingAt = <Document>(versions: Versions<Document>, instant: Date): Version<Document> =>
  versions.findLast(({ effectiveFrom }) => effectiveFrom <= instant) ?? versions[0];

/** The versions that will begin after an instant, in that order, without those that another version replaces before they begin. */
export const scheduledAt = <Document>(versions: Versions<Document>, instant: Date): readonly Version<Document>[] =>
  versions.filter(
    (version) => version.effectiveFrom > instant && applyingAt(versions, version.effectiveFrom) === version,
  );

/** The versions that apply at `start`, or begin between `start` and `end`. */
export function applyingBetween<Document>(
  versions: Versions<Document>,
  start: Date,
  end: Date,
): readonly Version<Document>[] {
  const beginnings = versions.map(({ effectiveFrom }) => effectiveFrom).filter((from) => from > start && from < end);
  return [...new Set([start, ...beginnings].map((instant) => applyingAt(versions, instant)))];
}

/** Checkout honors what a page was priced with for this long after another version has replaced it (spec-readings, Money). */
const honoredMs = 30 * 60 * 1000;

/** Versions that applied at any time since this instant are honored. */
export const honoredSince = (now: Date): Date => new Date(now.getTime() - honoredMs);

/** The version with this number, if it applies or applied less than 30 minutes ago. */
export function honoredAt<Document>(
  versions: Versions<Document>,
  number: number,
  now: Date,
): Version<Document> | undefined {
  const version = versions.find((candidate) => candidate.number === number);
  if (!version || version.effectiveFrom > now) return undefined;
  const replacements = versions.filter((other) => other.number > number).map(({ effectiveFrom }) => effectiveFrom);
  const end = Math.min(...replacements.map(Number)); // infinite while there is none
  return end > Number(version.effectiveFrom) && end > Number(honoredSince(now)) ? version : undefined;
}
