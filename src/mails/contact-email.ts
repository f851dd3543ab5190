import { createContext, useContext } from 'react';
import { brand } from '#domain/brand.ts';

/** The address to which readers can write, for all parts of an email. */
export const ContactEmail = createContext<string>(brand.contactEmail);

export const useContactEmail = (): string => useContext(ContactEmail);
