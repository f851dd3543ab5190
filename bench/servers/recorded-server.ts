/** The product's server. It also reports the statements that it ran. */
import type { AddressInfo } from 'node:net';
import { buildApp } from '#server/app.ts';
import { recordStatements } from '../growth/record-statements.ts';
import { answerParent } from '../processes/answer-parent.ts';
import { pidPath } from './pid-path.ts';
import { productionDeps } from './production.ts';

const handOver = recordStatements();
const deps = productionDeps(process.env);
const { server } = await buildApp(deps);
server.get(pidPath, async () => ({ pid: process.pid }));
await server.listen({ port: 0, host: '127.0.0.1' });
const { port } = server.server.address() as AddressInfo;
answerParent(
  { statements: handOver },
  async () => {
    await server.close();
    await deps.db.close();
  },
  port,
);
