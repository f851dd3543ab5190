import { useSyncExternalStore } from 'react';
import { englishMarks, type NumberMarks } from '#domain/money/parse-amount.ts';

/** The marks with which this visitor writes numbers: their browser's; English while prerendering and hydrating. */
export const useNumberMarks = (): NumberMarks => useSyncExternalStore(never, browserMarks, () => englishMarks);

/** The marks of a language, read off a number that needs all of them. */
export function marksOf(language: string | undefined): NumberMarks {
  const parts = new Intl.NumberFormat(language, { useGrouping: true, minimumFractionDigits: 1 }).formatToParts(
    1234567.5,
  );
  const mark = (type: Intl.NumberFormatPartTypes, fallback: string): string =>
    parts.find((part) => part.type === type)?.value ?? fallback;
  const firstGroup = parts.find(({ type }) => type === 'integer')?.value ?? '';
  return {
    decimal: mark('decimal', englishMarks.decimal),
    group: mark('group', englishMarks.group),
    grouping: firstGroup.length === 2 ? 'indian' : 'three', // 12,34,567 against 1,234,567
  };
}

let marks: NumberMarks | undefined;

const browserMarks = (): NumberMarks => (marks ??= marksOf(navigator.language));

const never = (): (() => void) => () => undefined;
