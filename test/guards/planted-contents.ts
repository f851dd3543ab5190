import { file, type PlantedForRule } from './planted.ts';

const lines = (count: number): string => 'export {};\n'.repeat(count);

/** Planted files for the rules about names, layers, length and content. */
export const plantedContents: readonly PlantedForRule[] = [
  {
    rule: 'every file belongs to a layer',
    breaking: [file('src/planted.ts'), file('src/services/planted.ts')],
    keeping: [file('src/domain/planted.ts'), file('test/planted.test.ts')],
  },
  {
    rule: 'every folder and file has a meaningful name',
    breaking: [
      file('src/server/utils/dates.ts'),
      file('src/web/lib/format.ts'),
      file('src/domain/shared/money.ts'),
      file('src/web/donate/helpers.tsx'),
      file('test/support/test-helpers.ts'),
      file('sandbox/common.test.ts'),
      file('tools/misc/seed.mjs'),
    ],
    keeping: [file('src/web/share/shared-link.ts'), file('src/domain/money/calibrate.ts')],
  },
  {
    rule: 'no file is longer than 300 lines',
    breaking: [file('src/server/checkout/planted.ts', lines(301))],
    keeping: [file('src/server/checkout/planted.ts', lines(300))],
  },
  {
    rule: 'the domain has no clock, no randomness and no timers',
    breaking: [
      'new Date()',
      'Date()',
      'Date.now()',
      "Date['now']()",
      'const { now } = Date',
      'const Clock = Date',
      'Math.random()',
      "Math['random']()",
      'const { random } = Math',
      'crypto.randomUUID()',
      'globalThis.crypto',
      'performance.now()',
      'Temporal.Now.instant()',
      'setTimeout(() => {}, 10)',
      'const later = setInterval',
      'queueMicrotask(() => {})',
      "new Intl.DateTimeFormat('en').format()",
    ].map((source) => file('src/domain/money/planted.ts', source)),
    keeping: [
      file('src/domain/money/planted.ts', "export const day = new Date('2026-01-01');"),
      file('src/domain/money/planted.ts', 'export const at = (instant: Date): Date => new Date(instant.getTime());'),
      file('src/domain/money/planted.ts', 'export const start = Date.UTC(2026, 0, 1); Date.parse(text);'),
      file('src/domain/money/planted.ts', 'export const isDay = (value: unknown) => value instanceof Date;'),
      file('src/domain/money/planted.ts', 'export const least = Math.min(1, 2); format.format(2);'),
      file(
        'src/domain/money/planted.ts',
        'export const row = { performance: 1 }; row.performance; type P = { crypto: 1 };',
      ),
      file('src/domain/money/planted.test.ts', 'new Date();'),
      file('src/server/main.ts', 'new Date();'),
    ],
  },
  {
    rule: 'money is rounded only in domain/money',
    breaking: [
      file('src/domain/donation/planted.ts', 'Math.round(2.5);'),
      file('src/server/ledger/planted.ts', 'const { round } = Math;'),
      file('src/web/donate/planted.tsx', 'const Price = () => <b>{price.toFixed(2)}</b>;'),
    ],
    keeping: [
      file('src/domain/money/planted.ts', 'Math.round(2.5);'),
      file('src/domain/donation/planted.ts', 'Math.floor(2.5);'),
      file('src/web/donate/planted.test.tsx', '(2.5).toFixed(2);'),
    ],
  },
  {
    rule: 'no file re-exports everything from another',
    breaking: [
      file('src/server/ledger/index.ts', "export * from './balances.ts';"),
      file('src/contract/planted.ts', "export * as money from '#domain/money/money.ts';"),
      file('sandbox/planted.ts', "export type * from './clock.ts';"),
    ],
    keeping: [file('src/server/ledger/index.ts', "export { balances } from './balances.ts';")],
  },
  {
    rule: 'an index.ts only re-exports names from its own folder',
    breaking: [
      file('src/server/ledger/index.ts', 'export const balances = 1;'),
      file('src/server/ledger/index.ts', "export { money } from '#domain/money/money.ts';"),
      file('src/web/donate/index.ts', "import './donate.css';"),
      file('src/web/donate/index.ts', "export * from './donate-section.tsx';"),
    ],
    keeping: [
      file(
        'src/web/donate/index.ts',
        "export { DonateSection } from './donate-section.tsx';\nexport type { Basket } from './basket.ts';",
      ),
    ],
  },
];
