import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { loginRequest, registerRequest } from './account/sign-in.ts';
import { contactRequest, replyRequest } from './contact.ts';
import { subscribeRequest } from './newsletter.ts';

const forms: readonly (readonly [name: string, schema: z.ZodMiniType])[] = [
  ['sign in', loginRequest],
  ['registration', registerRequest],
  ['contact', contactRequest],
  ['reply', replyRequest],
  ['newsletter', subscribeRequest],
];

const badForms: readonly unknown[] = [
  {},
  { username: '', password: '', email: '', country: '', name: '', message: '', replyMessage: '' },
  { username: 7, password: 7, email: 7, country: 7, name: 7, message: 7, replyMessage: 7 },
  {
    username: 'é'.repeat(400),
    password: 'x'.repeat(300),
    email: 'x'.repeat(400),
    country: 'XX',
    name: 'x'.repeat(300),
    message: 'x'.repeat(6000),
    replyMessage: 'x'.repeat(6000),
  },
];

test.each(forms)('an invalid %s form is refused with our own sentences', (_name, schema) => {
  for (const form of badForms) {
    const { error } = schema.safeParse(form);
    for (const { message } of error?.issues ?? []) {
      expect(message).not.toMatch(/^(Invalid input|Required|Too )/);
      expect(message).toMatch(/^[A-Z].* /);
    }
  }
});
