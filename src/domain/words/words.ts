import { brand } from '#domain/brand.ts';
import type { SocialLinks } from './social-links.ts';

/** What the organization is called and says: published by staff, without a release. */
export interface Words {
  readonly name: string;
  /** Null: the address in `CONTACT_EMAIL`. */
  readonly contactEmail: string | null;
  readonly socialLinks: SocialLinks;
  /** Of all emails. */
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

/** Who writes a document. */
export interface Sender {
  readonly name: string;
  readonly contactEmail: string;
}

/** Who writes an email, and what stands around its text. */
export type MailWords = Sender & MailFrameTexts;
