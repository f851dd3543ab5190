import * as z from 'zod';

/** What nodemailer tells about a failed attempt, beside the server's own words. */
const smtpError = z.object({
  code: z.string().catch('unknown'),
  responseCode: z.number().optional().catch(undefined),
  command: z.string().optional().catch(undefined),
});

/**
 * A mail that did not leave. Its message names codes alone: a server's own words repeat addresses, and those belong into no
 * log and no column. The words are in `cause`.
 */
export class MailRefusal extends Error {
  override readonly name = 'MailRefusal';

  constructor(cause: unknown) {
    const { code, responseCode, command } = smtpError.catch({ code: 'unknown' }).parse(cause);
    const answer = responseCode === undefined ? '' : `, answer ${responseCode}`;
    const step = command === undefined ? '' : ` at ${command.split(' ', 1)[0]}`;
    super(`the mail server did not take the mail: ${code}${answer}${step}`, { cause });
  }
}
