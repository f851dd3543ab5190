import { brand } from '#domain/brand.ts';
import type { SocialLinks } from './social-links.ts';

/** The organization's name, addresses, links and texts. Staff publish them without a release. */
export interface Words {
  readonly name: string;
  /** The published contact address; null for the address in `CONTACT_EMAIL`. */
  readonly contactEmail: string | null;
  readonly socialLinks: SocialLinks;
  /** The texts around every email. */
  readonly mails: MailFrameTexts;
}

export interface MailFrameTexts {
  /** The text before everything else; may be empty. */
  readonly greeting: string;
  /** The text at the bottom, between the name and the contact address. */
  readonly footer: string;
}

/** The words of a new installation. */
export const standardWords: Words = {
  name: brand.name,
  contactEmail: null,
  socialLinks: brand.socialLinks,
  mails: { greeting: '', footer: brand.tagline },
};

/** The sender of a document. */
export interface Sender {
  readonly name: string;
  readonly contactEmail: string;
}

/** The sender of an email, and the texts around its content. */
export type MailWords = Sender & MailFrameTexts;
