/** Declares the part of `subset-font` that the build uses, because the package has no types. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    characters: string,
    options: {
      readonly targetFormat: 'woff2';
      readonly variationAxes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
      readonly noLayoutClosure: boolean;
    },
  ): Promise<Buffer>;
}
