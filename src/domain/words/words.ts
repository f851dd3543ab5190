import { brand } from '#domain/brand.ts';
import type { SocialLinks } from './social-links.ts';

/** What the organization is called and says: published by staff, without a release. */
export interface Words {
  readonly name: string;
  /** Null for the address in `CONTACT_EMAIL`. */
  readonly contactEmail: string | null;
  readonly socialLinks: SocialLinks;
  /** The texts around every email. */
  readonly mails: MailFrameTexts;
}

export interface MailFrameTexts {
  /** Before everything else; may be empty. */
  readonly greeting: string;
  /** At the bottom, between the name and the contact address. */
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
