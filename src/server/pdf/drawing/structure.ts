/** The document's structure tree, which screen readers follow: its parts in reading order. */
export interface Structure {
  /** Adds what `draw` draws as one element. `role` is a PDF structure type, such as `H1`, `P` or `Figure`. */
  add(role: string, options: PDFKit.Mixins.StructureElementOptions, draw: () => void): void;
  /** Nests the elements that `content` adds in one element, such as `Table`. */
  group(role: string, content: () => void): void;
  /** Draws decoration, which screen readers skip. */
  skip(draw: () => void): void;
  /** Closes the structure; nothing can be added afterward. */
  end(): void;
}

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
