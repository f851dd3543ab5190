import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Units per euro, with no rate more than a tenth away from a new installation's. */
const ordinaryRates = {
  USD: '1.0842',
  JPY: '161.93',
  GBP: '0.85613',
  AUD: '1.6518',
  CAD: '1.5067',
  CHF: '0.9587',
  TRY: '47.3721',
};

/** Returns the daily file of the European Central Bank, with these changes to its rates. */
export function euroRatesFile(day: string, changes: Readonly<Record<string, string>> = {}): string {
  const cubes = Object.entries({ ...ordinaryRates, ...changes }).map(
    ([currency, rate]) => `\t\t\t<Cube currency='${currency}' rate='${rate}'/>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
\t<gesmes:subject>Reference rates</gesmes:subject>
\t<gesmes:Sender>
\t\t<gesmes:name>European Central Bank</gesmes:name>
\t</gesmes:Sender>
\t<Cube>
\t\t<Cube time='${day}'>
${cubes.join('\n')}
\t\t</Cube>
\t</Cube>
</gesmes:Envelope>`;
}

export interface RateServer {
  readonly url: string;
  readonly host: string;
  /** The server's response, which a test can replace. */
  response: { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> };
  /** The number of requests so far. */
  requests: number;
  close(): Promise<void>;
}

/** Serves a file with rates on this machine. */
export async function startRateServer(): Promise<RateServer> {
  const server = createServer((_request, response) => {
    state.requests += 1;
    response.writeHead(state.response.status, { ...state.response.headers });
    response.end(state.response.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const state: RateServer = {
    url: `http://127.0.0.1:${port}/eurofxref-daily.xml`,
    host: `127.0.0.1:${port}`,
    response: { status: 200, body: euroRatesFile('2026-03-03') },
    requests: 0,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
  return state;
}
