import { file, type PlantedForRule } from './planted.ts';

/** Planted files for the import rules. */
export const plantedImports: readonly PlantedForRule[] = [
  {
    rule: 'domain imports only domain and no package',
    breaking: [
      file('src/domain/money/planted.ts', "import { z } from 'zod';"),
      file('src/domain/money/planted.ts', "import type { Endpoint } from '#contract/endpoint.ts';"),
      file('src/domain/money/planted.ts', "import { readFileSync } from 'node:fs';"),
      file('src/domain/money/planted.ts', "import { readFileSync } from 'fs';"),
      file('src/domain/money/planted.ts', "export { buildApp } from '#server/app.ts';"),
      file('src/domain/money/planted.ts', "export const app = await import('../../server/app.ts');"),
      file('src/domain/money/planted.ts', "export type App = import('#server/app.ts').App;"),
      file('src/domain/money/planted.ts', "export type App = typeof import('#server/app.ts');"),
      file('src/domain/money/planted.ts', "export { money } from '#nowhere/money.ts';"),
      file('src/domain/money/planted.ts', "import packageJson from '../../../package.json' with { type: 'json' };"),
      file('src/domain/money/planted.test.ts', "import { buildApp } from '#server/app.ts';"),
    ],
    keeping: [
      file('src/domain/donation/planted.ts', "import { money } from '#domain/money/money.ts';"),
      file('src/domain/donation/planted.ts', "export { basket } from './basket.ts';"),
      file('src/domain/donation/planted.ts', "// import 'zod'\nexport const text = \"import 'zod'\";"),
      file('src/domain/donation/planted.test.ts', "import fc from 'fast-check';\nimport { test } from 'vitest';"),
    ],
  },
  {
    rule: 'contract imports only domain, contract and its allowed packages',
    breaking: [
      file('src/contract/planted.ts', "import { z } from 'zod';"),
      file('src/contract/planted.ts', "import fastify from 'fastify';"),
      file('src/contract/planted.ts', "import type { Deps } from '#server/deps.ts';"),
      file('src/contract/planted.ts', "import { callEndpoint } from '#web/api.ts';"),
      file('src/contract/planted.ts', "import { randomBytes } from 'node:crypto';"),
    ],
    keeping: [
      file('src/contract/planted.ts', "import * as z from 'zod/mini';"),
      file(
        'src/contract/planted.ts',
        "import type { Money } from '#domain/money/money.ts';\nimport { errorCode } from './error.ts';",
      ),
    ],
  },
  {
    rule: 'server imports only domain, contract, server and its allowed packages',
    breaking: [
      file('src/server/ledger/planted.ts', "import { Button } from '#web/ui/button.tsx';"),
      file('src/server/ledger/planted.ts', "import { startSandbox } from '../../../sandbox/main.ts';"),
      file('src/server/ledger/planted.ts', "import { seed } from '../../../tools/seed.ts';"),
      file('src/server/ledger/planted.ts', "import { aDonor } from '../../../test/support/factories.ts';"),
      file('src/server/ledger/planted.test.ts', "import { startSandbox } from '../../../sandbox/sandbox.ts';"),
    ],
    keeping: [
      file('src/server/ledger/planted.ts', "import { join } from 'node:path';\nimport fastify from 'fastify';"),
      file('src/server/ledger/planted.test.ts', "import { aDonor } from '../../../test/support/factories.ts';"),
    ],
  },
  {
    rule: 'mails imports only domain, mails and its allowed packages',
    breaking: [
      file('src/mails/planted.tsx', "import type { Deps } from '#server/deps.ts';"),
      file('src/mails/planted.tsx', "import { Button } from '#web/ui/button.tsx';"),
      file('src/mails/planted.tsx', "import type { ReceiptResponse } from '#contract/receipt.ts';"),
      file('src/mails/planted.tsx', "import { createTransport } from 'nodemailer';"),
      file('src/mails/planted.tsx', "import { readFileSync } from 'node:fs';"),
    ],
    keeping: [
      file(
        'src/mails/planted.tsx',
        "import { Text } from '@react-email/components';\nimport { brand } from '#domain/brand.ts';",
      ),
    ],
  },
  {
    rule: 'web imports only domain, contract, web and its allowed packages',
    breaking: [
      file('src/web/donate/planted.tsx', "import type { Deps } from '#server/deps.ts';"),
      file('src/web/donate/planted.tsx', "import { join } from 'node:path';"),
      file('src/web/donate/planted.tsx', "import * as z from 'zod';"),
      file('src/web/donate/planted.tsx', "const routes = import.meta.glob(['./*.ts', '../../server/*.ts']);"),
    ],
    keeping: [
      file('src/web/donate/planted.tsx', "import * as z from 'zod/mini';\nimport { useState } from 'react';"),
      file('src/web/donate/planted.tsx', "import mark from './mark.svg?url';"),
    ],
  },
  {
    rule: 'sandbox imports only sandbox and its allowed packages',
    breaking: [
      file('sandbox/planted.ts', "import { money } from '#domain/money/money.ts';"),
      file('sandbox/planted.ts', "import type { Money } from '../src/domain/money/money.ts';"),
      file('sandbox/stripe/planted.test.ts', "import { startApp } from '../../test/support/app/start-app.ts';"),
    ],
    keeping: [file('sandbox/stripe/planted.ts', "import { clock } from '../clock.ts';\nimport { z } from 'zod';")],
  },
  {
    rule: 'tools imports only domain, contract, server, tools and its allowed packages',
    breaking: [
      file('tools/planted.ts', "import { startSandbox } from '../sandbox/sandbox.ts';"),
      file('tools/planted.mjs', "import { App } from '#web/app.tsx';"),
    ],
    keeping: [
      file(
        'tools/planted.ts',
        "import { checkLedger } from '#server/ledger/check-ledger.ts';\nimport config from '../vite.config.ts';",
      ),
    ],
  },
  {
    rule: 'bench imports only domain, contract, server, tools, test, bench and its allowed packages',
    breaking: [file('bench/planted.ts', "import { startSandbox } from '../sandbox/sandbox.ts';")],
    keeping: [file('bench/planted.ts', "import { buildApp } from '#server/app.ts';")],
  },
  {
    rule: 'test imports only domain, contract, server, web, sandbox, tools, test and its allowed packages',
    breaking: [file('test/planted.test.ts', "import { compare } from '../bench/compare.ts';")],
    keeping: [
      file(
        'test/support/planted.ts',
        "import { buildApp } from '#server/app.ts';\nimport { open } from '../../sandbox/sandbox.ts';",
      ),
    ],
  },
  {
    rule: 'a feature imports another only through its index.ts',
    breaking: [
      file('src/server/checkout/planted.ts', "import { postEntries } from '#server/ledger/post-entries.ts';"),
      file('src/server/checkout/planted.test.ts', "import { postEntries } from '../ledger/post-entries.ts';"),
      file('src/server/app.ts', "import { routes } from '#server/checkout/routes.ts';"),
      file('src/server/http/planted.ts', "import type { Session } from '#server/auth/session.ts';"),
      file('src/web/donate/planted.tsx', "import { useCountry } from '#web/country/use-country.ts';"),
      file('src/web/donate/planted.tsx', "const page = import('#web/history/history-page.tsx');"),
      file('src/web/app.tsx', "import HistoryPage from '#web/history/history-page.tsx';"),
    ],
    keeping: [
      file('src/server/checkout/planted.ts', "import { postEntries } from '#server/ledger/index.ts';"),
      file('src/server/checkout/planted.ts', "import { inTransaction } from '#server/db/in-transaction.ts';"),
      file('src/server/checkout/planted.ts', "import type { Deps } from '#server/deps.ts';"),
      file('src/server/payments/stripe/planted.ts', "import { refund } from '../refund.ts';"),
      file(
        'src/web/donate/planted.tsx',
        "import { Button } from '#web/ui/button.tsx';\nimport { PageHead } from '#web/layout/page-head.tsx';",
      ),
      file(
        'src/web/app.tsx',
        "const page = () => import('#web/history/history-page.tsx');\nimport '#web/styles/base.css';",
      ),
    ],
  },
  {
    rule: 'no feature imports the files that assemble the app',
    breaking: [
      file('src/server/checkout/planted.ts', "import type { App } from '#server/app.ts';"),
      file('src/web/donate/planted.tsx', "import { routes } from '#web/app.tsx';"),
    ],
    keeping: [
      file('src/server/checkout/planted.test.ts', "import { buildApp } from '#server/app.ts';"),
      file('src/server/main.ts', "import { buildApp } from './app.ts';"),
    ],
  },
  {
    rule: 'a main.ts is started, never imported',
    breaking: [
      file('test/support/planted.ts', "import '#server/main.ts';"),
      file('sandbox/planted.test.ts', "await import('./main.ts');"),
    ],
    keeping: [file('test/support/planted.ts', "import { buildApp } from '#server/app.ts';")],
  },
  {
    rule: 'test code is imported only by tests and benchmarks',
    breaking: [
      file('sandbox/planted.ts', "import { pay } from './testing/payer.ts';"),
      file('src/server/ledger/planted.ts', "import { aLedger } from './balances.test.ts';"),
    ],
    keeping: [file('sandbox/planted.test.ts', "import { pay } from './testing/payer.ts';")],
  },
  {
    rule: "a payment provider's packages are imported only by its adapter",
    breaking: [
      file('src/server/checkout/planted.ts', "import Stripe from 'stripe';"),
      file('src/server/checkout/planted.test.ts', "import type Stripe from 'stripe';"),
      file('src/server/payments/paypal/planted.ts', "import Stripe from 'stripe';"),
      file('src/server/payments/stripe/planted.ts', "import { Client } from '@paypal/paypal-server-sdk';"),
      file('src/web/donate/planted.ts', "import type { PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';"),
      file('src/web/paypal-checkout/planted.ts', "import type { Client } from '@paypal/paypal-server-sdk';"),
      file('sandbox/planted.ts', "import type Stripe from 'stripe/cjs/stripe.core.js';"),
      file('test/support/planted.ts', "import Stripe from 'stripe';"),
    ],
    keeping: [
      file('src/server/payments/stripe/planted.ts', "import Stripe from 'stripe';"),
      file('src/server/payments/paypal/planted.test.ts', "import { Client } from '@paypal/paypal-server-sdk';"),
      file('src/web/paypal-checkout/planted.ts', "import type { PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';"),
      file('sandbox/stripe/planted.test.ts', "import Stripe from 'stripe';"),
      file('sandbox/testing/planted.ts', "import Stripe from 'stripe';"),
    ],
  },
  {
    rule: 'no import goes up more than one folder',
    breaking: [
      file('src/server/payments/stripe/planted.ts', "import { inTransaction } from '../../db/in-transaction.ts';"),
      file('sandbox/stripe/wire/planted.ts', "export type { Store } from '../../state/store.ts';"),
    ],
    keeping: [file('src/server/payments/stripe/planted.ts', "import { refund } from '../refund.ts';")],
  },
  {
    rule: "an import across a boundary uses a '#' alias",
    breaking: [
      file('src/domain/donation/planted.ts', "import { money } from '../money/money.ts';"),
      file('src/server/ledger/planted.ts', "import type { Deps } from '../deps.ts';"),
      file('tools/planted.ts', "import { readConfig } from '../src/server/config.ts';"),
    ],
    keeping: [
      file('src/domain/donation/planted.ts', "import { money } from '#domain/money/money.ts';"),
      file('src/server/ledger/planted.ts', "import { balances } from './balances.ts';"),
      file('src/server/app.ts', "import { securityHeaders } from './http/security-headers.ts';"),
    ],
  },
  {
    rule: 'every import names its module literally',
    breaking: [
      file('src/server/checkout/planted.ts', 'const name = process.argv[2];\nawait import(`#server/${name}.ts`);'),
      file('sandbox/planted.ts', 'const load = (path: string) => import(path);'),
    ],
    keeping: [file('src/server/mail/planted.ts', 'export const load = (path: string) => import(path);')],
  },
];
