/** What screen readers follow through a document: its parts in the order in which they are read. */
export interface Structure {
  /** Adds what `draw` draws, as one part. `role` says what it is, such as `H1`, `P` or `Figure`. */
  add(role: string, options: PDFKit.Mixins.StructureElementOptions, draw: () => void): void;
  /** Makes every part that is added by `content` belong to one, such as `Table`. */
  group(role: string, content: () => void): void;
  /** Draws what is no part of it: screen readers pass it by. */
  skip(draw: () => void): void;
  /** Ends it; nothing can be added after. */
  end(): void;
}

/** The structure of a document that has just been opened. */
export function openStructure(pdf: PDFKit.PDFDocument): Structure {
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  let parent = root;
  return {
    add: (role, options, draw) => {
      const content = pdf.markStructureContent(role);
      draw();
      pdf.endMarkedContent();
      parent.add(pdf.struct(role, options, content));
    },
    group: (role, content) => {
      const [outer, inner] = [parent, pdf.struct(role)];
      outer.add(inner);
      parent = inner;
      content();
      inner.end();
      parent = outer;
    },
    skip: (draw) => {
      pdf.markContent('Artifact', { type: 'Layout' });
      draw();
      pdf.endMarkedContent();
    },
    end: () => root.end(),
  };
}
