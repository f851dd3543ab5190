import { existsSync } from 'node:fs';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { findPostgres } from './find-programs.ts';
import { startPostgresCluster } from './postgres-cluster.ts';

test('a cluster accepts connections on loopback and leaves nothing behind', async () => {
  const programFolder = await findPostgres(process.env);
  if (programFolder === undefined) throw new Error(process.env['TEST_POSTGRES_PROBLEM']);
  const cluster = await startPostgresCluster(programFolder);
  const client = new Client({ connectionString: cluster.url });
  client.on('error', () => {}); // the server stops while it is connected
  await client.connect();
  const { rows } = await client.query<{ folder: string; address: string }>(
    `select current_setting('data_directory') as folder, inet_server_addr()::text as address`,
  );
  expect(rows[0]?.address).toMatch(/^127\.0\.0\.1/);
  const folder = rows[0]?.folder ?? '';
  await cluster.stop();
  expect(existsSync(folder)).toBe(false);
  await expect(new Client({ connectionString: cluster.url }).connect()).rejects.toThrow('ECONNREFUSED');
});

test('programs that do not work cause an error with their output', async () => {
  await expect(startPostgresCluster('/nowhere')).rejects.toThrow('initdb could not create a cluster:');
});
