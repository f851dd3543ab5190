import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A keep-alive HTTP/1.1 connection that sends prepared bytes and reads only the status and length of responses. */
export interface Connection {
  /** Sends a request and returns the status of the response. Wait for it before sending the next one. */
  send(request: Buffer): Promise<number>;
  close(): void;
}

/**
 * Opens a connection to a server on this machine. It is lighter than an HTTP client, so that sending the load takes less time
 * than handling it. Responses must have a Content-Length.
 */
export async function openConnection(port: number): Promise<Connection> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  return readResponses(socket);
}

function readResponses(socket: Socket): Connection {
  let received: Buffer = Buffer.alloc(0);
  let waiting: PromiseWithResolvers<number> | undefined;
  const fail = (error: Error): void => waiting?.reject(error);
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('the server closed the connection')));
  socket.on('data', (bytes) => {
    received = received.length === 0 ? bytes : Buffer.concat([received, bytes]);
    const response = firstResponse(received);
    if (!response) return;
    received = received.subarray(response.length);
    waiting?.resolve(response.status);
  });
  return {
    send: (request) => {
      waiting = Promise.withResolvers<number>();
      socket.write(request);
      return waiting.promise;
    },
    close: () => {
      waiting = undefined;
      socket.destroy();
    },
  };
}

/** Status and length in bytes of the first response; undefined until it is complete. */
function firstResponse(bytes: Buffer): { status: number; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = bytes.toString('latin1', 0, headEnd);
  const bodyLength = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? NaN);
  if (Number.isNaN(bodyLength)) throw new Error(`a response without a Content-Length: ${head}`);
  const length = headEnd + 4 + bodyLength;
  return bytes.length < length ? undefined : { status: Number(head.slice(9, 12)), length };
}
