import { useSyncExternalStore } from 'react';
import { englishSeparators, type NumberSeparators } from '#domain/money/parse-amount.ts';

/** Returns the number separators of the visitor's browser; English ones while prerendering and hydrating. */
export const useNumberSeparators = (): NumberSeparators =>
  useSyncExternalStore(subscribeToNothing, browserSeparators, () => englishSeparators);

/** Returns the separators of a language, taken from a number that contains all of them. */
export function separatorsOf(language: string | undefined): NumberSeparators {
  const parts = new Intl.NumberFormat(language, { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(
    1234567.5,
  );
  const separator = (type: Intl.NumberFormatPartTypes, fallback: string): string =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  const firstGroup = parts.find(({ type }) => type === 'integer')?.value ?? '';
  return {
    decimal: separator('decimal', englishSeparators.decimal),
    group: separator('group', englishSeparators.group),
    grouping: firstGroup.length === 2 ? 'indian' : 'three', // 12,34,567 rather than 1,234,567
  };
}

let cached: NumberSeparators | undefined;

const browserSeparators = (): NumberSeparators => (cached ??= separatorsOf(navigator.language));

const subscribeToNothing = (): (() => void) => () => undefined;
