/** Sends email. */
export interface MailTransport {
  /**
   * Resolves when the mail server has accepted the message. Rejects with MailRefusal when this message was refused, and with
   * MailServerUnavailable when the mail server would not have accepted any message.
   */
  send(message: MailMessage): Promise<void>;
}

/** The mail server does not accept this email. The error's message contains only codes. */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';
  /** The server would refuse the email again. */
  readonly isPermanent: boolean;
  /** There is no such address: the enhanced status code is 5.1. */
  readonly isAddressUnknown: boolean;

  constructor(message: string, { isPermanent = false, isAddressUnknown = false, cause }: RefusalDetails = {}) {
    super(message, { cause });
    this.isPermanent = isPermanent;
    this.isAddressUnknown = isAddressUnknown;
  }
}

interface RefusalDetails {
  readonly isPermanent?: boolean;
  readonly isAddressUnknown?: boolean;
  readonly cause?: unknown;
}

/**
 * The mail server cannot be reached, refuses to serve us, or closed the connection early. The error's message contains only
 * codes.
 */
export class MailServerUnavailable extends Error {
  override readonly name = 'MailServerUnavailable';
  /** The server had the whole email when the connection ended, so another attempt may deliver a second copy. */
  readonly mayBeDelivered: boolean;

  constructor(message: string, { mayBeDelivered = false, cause }: UnavailableDetails = {}) {
    super(message, { cause });
    this.mayBeDelivered = mayBeDelivered;
  }
}

interface UnavailableDetails {
  readonly mayBeDelivered?: boolean;
  readonly cause?: unknown;
}

/** An email that is ready to be sent. */
export interface MailMessage {
  /** The same on every attempt, so that mail programs recognize duplicates. */
  readonly messageId: string;
  /** An address, or a name with an address in angle brackets. */
  readonly from: string;
  readonly to: MailRecipient;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** A person wrote it, so automatic replies such as vacation notices are welcome; any other email asks for none. */
  readonly isFromPerson?: boolean;
  /** The address for replies, if it is not the sender's. */
  readonly replyTo?: string;
  readonly attachments?: readonly MailAttachment[];
  /** When the link in the email stops working; the email is not sent after this time. */
  readonly usableUntil?: Date;
  /** The address where a single POST ends the newsletter subscription (RFC 8058). */
  readonly unsubscribeUrl?: string;
}

/** Neither part is trusted: both are as a visitor or user typed them. */
export interface MailRecipient {
  /** Empty if the email is sent to an address without a name, such as a guest's. */
  readonly name: string;
  readonly address: string;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  /** Creates the file; called only after a server has accepted the sender and the recipient. */
  write(): Promise<Buffer>;
}
