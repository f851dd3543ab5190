import { createContext, useContext } from 'react';
import type { MailWords } from '#domain/words/words.ts';

/** Who writes the email, for all its parts. */
export const MailWordsContext = createContext<MailWords>({ name: '', contactEmail: '', greeting: '', footer: '' });

export const useMailWords = (): MailWords => useContext(MailWordsContext);
