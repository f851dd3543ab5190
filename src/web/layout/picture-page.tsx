import type { JSX, ReactNode } from 'react';

interface PicturePageProps {
  /** Address of a picture that says the same as the title. */
  readonly picture: string;
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

/** A page that is one picture, one sentence and a way on: not found, not there yet, broken. */
export const PicturePage = ({ picture, title, text, children }: PicturePageProps): JSX.Element => (
  <section className="mx-auto grid max-w-reading justify-items-center gap-4 px-4 py-16 text-center md:py-24">
    <img src={picture} alt="" width="200" height="150" className="h-auto w-50" />
    <h1 className="text-4xl">{title}</h1>
    <p className="text-lg text-balance text-muted">{text}</p>
    <div className="mt-4 flex flex-wrap justify-center gap-3">{children}</div>
  </section>
);
