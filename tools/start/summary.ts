import { findLaunchProblems, type Config } from '#server/config/config.ts';

/** The summary printed after the start. Never shows a password or a key. */
export function summarize(config: Config, duration: string): string {
  const rows: [string, string][] = [['Site', config.publicUrl]];
  if (config.sandbox) {
    const access = config.isProduction ? operatorAccess(config) : undefined;
    rows.push(
      [
        'Payment sandbox',
        `${config.sandbox.url}/_sandbox (test mode: no real money moves${access ? `; ${access}` : ''})`,
      ],
      ['Test card', '4242 4242 4242 4242, any future date, any CVC'],
      ['Email', `${config.publicUrl}/dev/mail${access ? ` (${access})` : ''}`],
    );
  }
  rows.push(['Data', config.databaseUrl ? `PostgreSQL at ${databaseLocation(config.databaseUrl)}` : config.dataDir]);
  if (config.workerCount > 1) rows.push(['Workers', String(config.workerCount)]);
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`);
  const problems = findLaunchProblems(config).map((problem) => `  ${problem}`);
  const warning = problems.length === 0 ? [] : ['Not ready for real donors:', '', ...problems, ''];
  return ['', `Ready after ${duration}.`, '', ...lines, '', ...warning, 'Ctrl-C stops it.', ''].join('\n');
}

const operatorAccess = ({ operatorToken }: Config): string =>
  operatorToken === undefined ? 'closed: OPERATOR_TOKEN is not set' : 'needs OPERATOR_TOKEN';

function databaseLocation(databaseUrl: string): string {
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}
