import * as z from 'zod';

const contentShape = z.object({ name: z.string(), email: z.string(), subject: z.string(), message: z.string() });

/** What somebody wrote into the contact form, to the letter; `subject` may be empty. */
export type MessageContent = z.infer<typeof contentShape>;

/** The content as one JSON text of characters that every engine can store: JSON has an escape for all that they cannot. */
export const writeContent = ({ name, email, subject, message }: MessageContent): string =>
  JSON.stringify({ name, email, subject, message });

/** The content of a stored message. */
export const readContent = (content: string): MessageContent => contentShape.parse(JSON.parse(content));
