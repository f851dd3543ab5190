import type { Config } from '#server/config.ts';

/** What a person wants to know once everything runs. Never shows a password or a key. */
export function summarize(config: Config, tookSeconds: string): string {
  const rows: [string, string][] = [['Site', config.publicUrl]];
  if (config.sandbox) {
    rows.push(
      ['Payment sandbox', `${config.sandbox.url}/_sandbox (test mode: no real money moves)`],
      ['Test card', '4242 4242 4242 4242, any future date, any CVC'],
      ['Mail', `${config.publicUrl}/dev/mail`],
    );
  }
  rows.push(['Data', config.databaseUrl ? `PostgreSQL at ${databasePlace(config.databaseUrl)}` : config.dataDir]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  return ['', `Ready after ${tookSeconds}.`, '', ...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

function databasePlace(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
