import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startOwnSandbox, type OwnSandbox } from '#test/support/doctor/own-sandbox.ts';
import { startStandIn, type StandIn } from '#test/support/doctor/stand-in.ts';
import { loadSandboxKeys } from '../start/sandbox-keys.ts';
import { rootPath } from '../start/paths.ts';
import { examine } from './examine.ts';
import { summaryOf } from './finding.ts';

describe('the doctor', () => {
  let dataDir: string;
  let site: StandIn | undefined;
  let sandbox: OwnSandbox['running'] | undefined;

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'doctor-'));
  });
  afterEach(async () => {
    await site?.close();
    await sandbox?.close();
    rmSync(dataDir, { recursive: true });
  });

  /** Starts the product's home page and its payment sandbox, as `npm start` does. Returns the environment. */
  async function startNewInstallation(): Promise<Record<string, string>> {
    const { secretKey, webhookSecret, paypal } = loadSandboxKeys(dataDir);
    const address = 'http://127.0.0.1:3000/api/webhooks';
    const own = await startOwnSandbox({
      secretKey,
      webhook: { url: `${address}/stripe`, secret: webhookSecret },
      paypal: { ...paypal, webhookUrl: `${address}/paypal` },
    });
    sandbox = own.running;
    let publicUrl = '';
    site = await startStandIn(() => ({ body: `<meta name="public-url" content="${publicUrl}" />` }));
    publicUrl = `http://localhost:${site.port}`;
    return { DATA_DIR: dataDir, HOST: '127.0.0.1', SANDBOX_PORT: `${own.running.port}`, PUBLIC_URL: publicUrl };
  }

  test('finds nothing wrong in a new installation, and says that it uses the sandbox', async () => {
    const findings = await examine(await startNewInstallation());
    expect(findings.filter(({ level }) => level !== 'ok')).toEqual([]);
    expect(summaryOf(findings)).toBe('No problems, no warnings.');
    expect(findings[0]?.text).toBe('the payment sandbox. No real money moves.');
    expect(readdirSync(dataDir)).toEqual(['sandbox-keys.json']);
  });

  test('says how to start a sandbox that does not run', async () => {
    const environment = await startNewInstallation();
    await sandbox?.close();
    sandbox = undefined;
    const [finding] = await examine(environment);
    expect(finding?.level).toBe('problem');
    expect(finding?.text).toMatch(
      /does not respond at .*Start the product with npm start, and run this in another terminal\.$/,
    );
  });

  test('creates nothing before the first start', async () => {
    const findings = await examine({ DATA_DIR: dataDir, PORT: '65000' });
    expect(findings[0]?.subject).toBe('Payment sandbox');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('reports a configuration that cannot be read as its only problem', async () => {
    expect(await examine({ PORT: 'abc' })).toEqual([
      { level: 'problem', subject: 'Configuration', text: 'PORT must be a port number.' },
    ]);
  });

  test('prints one line per check and exits with 1 when there is a problem', () => {
    const { stdout, status } = spawnSync(process.execPath, ['tools/doctor.ts'], {
      cwd: rootPath,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], PORT: 'abc' },
    });
    expect([status, stdout]).toEqual([
      1,
      'problem  Configuration: PORT must be a port number.\n\n1 problem, no warnings.\n',
    ]);
  });
});
