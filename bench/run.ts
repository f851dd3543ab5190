import { postgresSource, sqliteSource, type DatabaseSource } from './databases.ts';
import { readOptions, type BenchOptions, type Part } from './options.ts';
import { measureGrowth } from './parts/growth-part.ts';
import { compareCall, type CallName } from './parts/http-part.ts';
import { measureLoad } from './parts/load-part.ts';
import { compareLogin } from './parts/login-part.ts';
import { measureMemory } from './parts/memory-part.ts';
import { compareSettlement } from './parts/settlement-part.ts';
import { measureStarts } from './parts/start-part.ts';
import { measureProofs } from './parts/proofs-part.ts';
import { deliverWebhooks } from './parts/webhooks-part.ts';
import { print, printMachine } from './report.ts';

/** Measures one part on one engine. Returns the errors in the records afterward. */
type Measurement = (source: DatabaseSource, options: BenchOptions) => Promise<string[]>;

const measurements: Record<Part, Measurement> = {
  snacks: comparison('snacks'),
  checkout: comparison('checkout'),
  user: comparison('user'),
  impact: comparison('impact'),
  donations: comparison('donations'),
  rewards: comparison('rewards'),
  login: async (source, options) => (await compareLogin(source, options), []),
  settlement: compareSettlement,
  webhooks: deliverWebhooks,
  growth: measureGrowth,
  load: measureLoad,
  start: measureStarts,
  memory: measureMemory,
  proofs: measureProofs,
};

function comparison(name: CallName): Measurement {
  return async (source, options) => (await compareCall(name, source, options), []);
}

/**
 * `npm run bench`: compares the product with bare servers and drivers on both engines. A missed goal is printed but is not a
 * failure, because other work on the machine can cause it. Wrong records are a failure.
 */
const options = readOptions(process.argv.slice(2));
const findings: string[] = [];
printMachine();
const sources = { sqlite: sqliteSource, postgres: postgresSource } as const;
for (const engine of options.engines) {
  const source: DatabaseSource = await sources[engine](options.keep);
  try {
    for (const part of options.parts) {
      print();
      findings.push(...(await measurements[part](source, options)));
    }
  } finally {
    await source.stop();
  }
}
print();
printMachine();
for (const finding of findings) print(`wrong: ${finding}`);
process.exitCode = findings.length === 0 ? 0 : 1;
