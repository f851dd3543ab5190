import type { AddressInfo } from 'node:net';
import { buildApp } from '#server/app.ts';
import { waitingConnectionsMax } from '#server/http/limit-requests.ts';
import { answerParent, type Handlers } from '../processes/answer-parent.ts';
import { pidPath } from './pid-path.ts';
import { productionDeps } from './production.ts';

/** Runs the product's server in its production configuration on a free port, and answers the parent's questions. */
export async function serveProduct(handlers: Handlers): Promise<void> {
  const deps = productionDeps(process.env);
  const { server } = await buildApp(deps);
  server.get(pidPath, async () => ({ pid: process.pid }));
  await server.listen({ port: 0, host: '127.0.0.1', backlog: waitingConnectionsMax });
  const { port } = server.server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    await server.close();
    await deps.db.close();
  };
  answerParent(handlers, close, port);
}
