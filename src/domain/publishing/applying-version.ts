import type { Version } from './document-kind.ts';

/** Versions in the order of their numbers. The first one has begun. Only versions that ended long ago may be missing. */
export type Versions<Document> = readonly [Version<Document>, ...(readonly Version<Document>[])];

/** Returns the newest version that has begun. */
export const applyingAt = <Document>(versions: Versions<Document>, instant: Date): Version<Document> =>
  versions.findLast(({ effectiveFrom }) => effectiveFrom <= instant) ?? versions[0];

/** Returns the versions that will begin after an instant, in order. Leaves out any version that is replaced before it begins. */
export const scheduledAt = <Document>(versions: Versions<Document>, instant: Date): readonly Version<Document>[] =>
  versions.filter(
    (version) => version.effectiveFrom > instant && applyingAt(versions, version.effectiveFrom) === version,
  );

/** Returns the versions that apply at `start`, or begin between `start` and `end`. */
export function applyingBetween<Document>(
  versions: Versions<Document>,
  start: Date,
  end: Date,
): readonly Version<Document>[] {
  const beginnings = versions.map(({ effectiveFrom }) => effectiveFrom).filter((from) => from > start && from < end);
  return [...new Set([start, ...beginnings].map((instant) => applyingAt(versions, instant)))];
}

/** The time for which checkout honors a version after another one has replaced it (spec-readings, Money). */
const honoredMs = 30 * 60 * 1000;

/** Returns the start of the time that counts for honoring: a version that has applied since then is honored. */
export const honoredSince = (now: Date): Date => new Date(now.getTime() - honoredMs);

/** Returns the version with this number, if it applies or applied less than 30 minutes ago. */
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
