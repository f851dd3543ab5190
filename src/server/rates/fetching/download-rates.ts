import type { Deps } from '#server/deps.ts';
import { RatesProblem } from './rates-problem.ts';

/** Downloads the file with the rates. Follows no redirects. Throws a RatesProblem if it fails. */
export async function downloadRates(url: URL, { config }: Pick<Deps, 'config'>): Promise<string> {
  const signal = AbortSignal.timeout(timeLimitMs * config.timeLimitFactor);
  const unreachable = new RatesProblem(`${url.host} could not be reached, or did not respond in time.`);
  try {
    const response = await fetch(url, { redirect: 'error', signal, headers: { accept: 'application/xml, text/xml' } });
    if (response.status !== 200) throw new RatesProblem(`${url.host} returned status ${response.status}.`);
    return await readBounded(response);
  } catch (error) {
    throw error instanceof RatesProblem ? error : unreachable;
  }
}

async function readBounded({ body }: Response): Promise<string> {
  if (body === null) return '';
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of body as ReadableStream<Uint8Array>) {
    size += piece.byteLength;
    if (size > bytesMax) throw new RatesProblem('The file is too large to be a table of rates.');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString('utf8');
}

const timeLimitMs = 20_000;
const bytesMax = 1_000_000;
