import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';

/** How a mail server treats the next emails. */
export type MailServerMode = 'accepts' | 'holds' | 'busy' | 'refuses' | 'hangs' | 'drops';

/** An email that the server has accepted. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers by their lower-case names, unfolded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly source: string;
  /** Returns the decoded part of a type, such as `text/plain`. */
  part(type: string): string;
  /** Returns the attached file of a type, and its name. */
  file(type: string): { readonly name: string | undefined; readonly content: Buffer };
}

export interface MailServerRefusal {
  readonly step: 'onMailFrom' | 'onRcptTo' | 'onData';
  readonly code: number;
  /** The text of the response. */
  readonly text?: string;
}

/** A real mail server in the test's process. */
export interface MailServer {
  readonly url: string;
  readonly received: ReceivedMail[];
  /** The number of emails that senders have begun. */
  begun: number;
  mode: MailServerMode;
  /** The step of the conversation that is refused, with the code of the response. */
  refusal: MailServerRefusal | undefined;
  /** Returns the response about a recipient, such as `550 5.1.1 unknown`; undefined for an accepted one. */
  responseTo: (address: string) => string | undefined;
  /** The time that the server takes to accept an email. */
  delayMs: number;
  /** Accepts the held emails and all later ones. */
  release(): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free port or on the given one. It accepts every email until its mode changes. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const sockets = new Set<() => void>();
  const held: (() => void)[] = [];
  const smtp = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    closeTimeout: 1,
    onMailFrom: (_address, _session, callback) => {
      server.begun += 1;
      const refusal = refusalAt(server, 'onMailFrom', 'Too busy');
      if (refusal) callback(refusal);
      else if (server.mode === 'holds') held.push(callback);
      else if (server.mode !== 'hangs') callback();
    },
    onRcptTo: ({ address }, _session, callback) => callback(refusalOf(server, address)),
    onData: (stream, session, callback) =>
      whenRead(stream, (source) => {
        const refusal = refusalAt(server, 'onData', 'Not this one');
        if (server.mode === 'drops') sockets.forEach((drop) => drop());
        else if (refusal) callback(refusal);
        else setTimeout(() => (server.received.push(receivedMail(source, session)), callback()), server.delayMs);
      }),
  });
  smtp.server.on('connection', (socket) => {
    const drop = (): void => void socket.destroy();
    sockets.add(drop);
    socket.on('close', () => sockets.delete(drop));
  });
  const server: MailServer = {
    url: `smtp://127.0.0.1:${await listen(smtp, port)}`,
    received: [],
    begun: 0,
    mode: 'accepts',
    refusal: undefined,
    responseTo: () => undefined,
    delayMs: 0,
    release: () => {
      server.mode = 'accepts';
      for (const accept of held.splice(0)) accept();
    },
    close: async () => {
      sockets.forEach((drop) => drop());
      const closed = once(smtp.server, 'close');
      smtp.close();
      await closed;
    },
  };
  return server;
}

function refusalOf(server: MailServer, address: string): Error | null {
  const response = server.responseTo(address);
  if (response !== undefined) return replying(response.slice(4), Number(response.slice(0, 3)));
  return refusalAt(server, 'onRcptTo', `<${address}> unknown`);
}

/** Returns the server's response if it refuses this step, otherwise null. */
function refusalAt({ mode, refusal }: MailServer, step: MailServerRefusal['step'], text: string): Error | null {
  if (refusal?.step === step) return replying(refusal.text ?? text, refusal.code);
  if (mode === 'busy' && step === 'onMailFrom') return replying(text, 421);
  return mode === 'refuses' && step === 'onRcptTo' ? replying(text, 550) : null;
}

function whenRead(stream: Readable, use: (text: string) => unknown): void {
  const chunks: Buffer[] = [];
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => use(Buffer.concat(chunks).toString()));
}

/** Starts a server and returns its port. */
async function listen(smtp: SMTPServer, port: number): Promise<number> {
  smtp.on('error', () => undefined); // tests break connections on purpose
  smtp.listen(port, '127.0.0.1');
  await once(smtp.server, 'listening');
  return (smtp.server.address() as AddressInfo).port;
}

const replying = (text: string, responseCode: number): Error => Object.assign(new Error(text), { responseCode });

function receivedMail(source: string, { envelope }: SMTPServerSession): ReceivedMail {
  const [head = ''] = source.split('\r\n\r\n', 1);
  const parts = partsOf(source);
  return {
    from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
    to: envelope.rcptTo.map(({ address }) => address),
    headers: headersOf(head),
    source,
    part: (type) => decode(partOf(parts, type)).toString(),
    file: (type) => {
      const part = partOf(parts, type);
      const disposition = part.headers.get('content-disposition') ?? '';
      return { name: /filename=(\S+)/.exec(disposition)?.[1], content: decode(part) };
    },
  };
}

function headersOf(head: string): ReadonlyMap<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

interface MailPart {
  readonly headers: ReadonlyMap<string, string>;
  readonly content: string;
}

function partOf(parts: readonly MailPart[], type: string): MailPart {
  const found = parts.find(({ headers }) => headers.get('content-type')?.startsWith(type) === true);
  if (!found) throw new Error(`the email has no part ${type}`);
  return found;
}

/** Finds the leaf parts of an email, at any depth. */
function partsOf(source: string): readonly MailPart[] {
  const [head = '', ...rest] = source.split('\r\n\r\n');
  const headers = headersOf(head);
  const content = rest.join('\r\n\r\n');
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [{ headers, content }];
  const inner = content.split(`--${boundary}`).slice(1, -1);
  return inner.flatMap((part) => partsOf(part.replace(/^\r\n/, '')));
}

function decode({ headers, content }: MailPart): Buffer {
  const encoding = headers.get('content-transfer-encoding') ?? '7bit';
  if (encoding === 'base64') return Buffer.from(content, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(content);
  const bytes = content
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}
