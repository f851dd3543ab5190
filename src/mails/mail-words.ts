import { createContext, useContext } from 'react';
import type { MailWords } from '#domain/words/words.ts';

/** The sender of the email, and the texts around its content, for all parts of it. */
export const MailWordsContext = createContext<MailWords>({ name: '', contactEmail: '', greeting: '', footer: '' });

export const useMailWords = (): MailWords => useContext(MailWordsContext);
