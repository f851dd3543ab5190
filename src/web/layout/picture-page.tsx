import type { JSX, ReactNode } from 'react';

interface PicturePageProps {
  /** Address of a picture that illustrates the title. */
  readonly picture: string;
  readonly title: string;
  readonly text: string;
  /** Links or buttons for the next step. */
  readonly children: ReactNode;
}

/** A page with a picture, a short text and links, shown when there is nothing else to show. */
export const PicturePage = ({ picture, title, text, children }: PicturePageProps): JSX.Element => (
  <section className="mx-auto grid max-w-reading justify-items-center gap-4 px-4 py-16 text-center md:py-24">
    <img src={picture} alt="" width="200" height="150" className="h-auto w-50" />
    <h1 className="text-4xl">{title}</h1>
    <p className="text-lg text-balance text-muted">{text}</p>
    <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
  </section>
);
