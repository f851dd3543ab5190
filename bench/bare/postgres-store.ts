import pg from 'pg';
import { statements, type BareStore, type Row, type Step, type Steps } from './statements.ts';

/** The `pg` driver with named statements and the product's number of connections. */
export function openPostgresStore(url: string): BareStore {
  const pool = new pg.Pool({ connectionString: url, max: 10 });
  return {
    query: async (text) => (await pool.query<Row>(text)).rows,
    run: async (step) => (await pool.query<Row>(toQuery(step))).rows,
    transact: async (steps) => {
      const client = await pool.connect();
      await client.query('begin');
      await runSteps(client, steps);
      await client.query('commit');
      client.release();
    },
    close: () => pool.end(),
  };
}

async function runSteps(client: pg.PoolClient, steps: Steps): Promise<void> {
  let step = steps.next();
  while (!step.done) {
    const { rows } = await client.query<Row>(toQuery(step.value));
    step = steps.next(rows);
  }
}

const toQuery = ([name, values]: Step): pg.QueryConfig => ({ name, text: numbered[name], values: [...values] });

/** The statements with PostgreSQL's numbered parameters. */
const numbered = Object.fromEntries(
  Object.entries(statements).map(([name, text]) => {
    let count = 0;
    return [name, text.replaceAll('?', () => `$${(count += 1)}`)];
  }),
) as Record<keyof typeof statements, string>;
