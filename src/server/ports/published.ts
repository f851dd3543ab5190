import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import type { DocumentKind, Version } from '#domain/publishing/document-kind.ts';
import type { Counters } from '#domain/report/counters.ts';
import type { Questions } from '#domain/questions/questions.ts';
import type { ExampleFigures } from '#domain/report/example-figures.ts';
import type { ReportYears } from '#domain/report/report-years.ts';
import type { Rates } from '#domain/rates/rates.ts';
import type { Words } from '#domain/words/words.ts';
import type { Queryable } from '#server/db/database.ts';

/** The documents that staff have published, in this process's memory. */
export interface Published {
  readonly rates: PublishedDocument<Rates>;
  readonly counters: PublishedDocument<Counters>;
  readonly words: PublishedDocument<Words>;
  readonly questions: PublishedDocument<Questions>;
  readonly report: PublishedDocument<ExampleFigures>;
  readonly reportYears: PublishedDocument<ReportYears>;
  readonly catalogue: PublishedDocument<CatalogueDocument>;
}

export interface PublishedDocument<Document> {
  readonly kind: DocumentKind<Document>;
  /** The version that applies now; the default until one is published. */
  current(): Version<Document>;
  /** The version with this number, if it applies or applied less than 30 minutes ago. */
  honored(number: number): Version<Document> | undefined;
  /** The versions that will begin later, earliest first. The newest version is either one of them or the current one. */
  scheduled(): readonly Version<Document>[];
  /** Reads versions that are newer than those in memory. If that fails, the versions in memory stay. */
  refresh(db: Queryable): Promise<void>;
}
