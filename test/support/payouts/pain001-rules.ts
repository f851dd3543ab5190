/**
 * The part of pain.001.001.09 that we write: order, number and content of its elements. Anything else is refused. Source: the
 * schema that ISO 20022 publishes, generated on February 14, 2019 (decision 0109).
 */
type Rule =
  | { readonly pattern: RegExp; readonly attribute?: readonly [name: string, pattern: RegExp] }
  | { readonly sequence: readonly Particle[] }
  | { readonly choice: readonly Particle[] };

interface Particle {
  readonly name: string;
  readonly rule: Rule;
  readonly min?: 0;
  readonly isRepeated?: true;
}

const textUpTo = (length: number): Rule => ({ pattern: new RegExp(`^[^<>]{1,${length}}$`) });
const tag = (name: string, rule: Rule, more: Pick<Particle, 'min' | 'isRepeated'> = {}): Particle => ({
  name,
  rule,
  ...more,
});
const optional = { min: 0 } as const;

const amount = /^(?=.{1,19}$)\d{1,13}(\.\d{1,5})?$/;
const currencyCode = /^[A-Z]{3}$/;
const count: Rule = { pattern: /^\d{1,15}$/ };
const controlSum: Rule = { pattern: /^(?=.{1,19}$)\d{1,17}(\.\d{1,17})?$/ };
const bic: Rule = { pattern: /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/ };
const iban: Rule = { pattern: /^[A-Z]{2}\d{2}[a-zA-Z0-9]{1,30}$/ };

const genericId: Rule = { sequence: [tag('Id', textUpTo(34))] };
const account: Rule = {
  sequence: [
    tag('Id', { choice: [tag('IBAN', iban), tag('Othr', genericId)] }),
    tag('Ccy', { pattern: currencyCode }, optional),
  ],
};
const institution: Rule = {
  sequence: [
    tag('BICFI', bic, optional),
    tag(
      'ClrSysMmbId',
      { sequence: [tag('ClrSysId', { choice: [tag('Cd', textUpTo(5))] }), tag('MmbId', textUpTo(35))] },
      optional,
    ),
    tag('Othr', { sequence: [tag('Id', textUpTo(35))] }, optional),
  ],
};
const agent: Rule = { sequence: [tag('FinInstnId', institution)] };
const party: Rule = {
  sequence: [
    tag('Nm', textUpTo(140), optional),
    tag('PstlAdr', { sequence: [tag('Ctry', { pattern: /^[A-Z]{2}$/ }, optional)] }, optional),
  ],
};

const groupHeader: Rule = {
  sequence: [
    tag('MsgId', textUpTo(35)),
    tag('CreDtTm', { pattern: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/ }),
    tag('NbOfTxs', count),
    tag('CtrlSum', controlSum, optional),
    tag('InitgPty', party),
  ],
};

const transfer: Rule = {
  sequence: [
    tag('PmtId', { sequence: [tag('InstrId', textUpTo(35), optional), tag('EndToEndId', textUpTo(35))] }),
    tag('Amt', { choice: [tag('InstdAmt', { pattern: amount, attribute: ['Ccy', currencyCode] })] }),
    tag('CdtrAgt', agent, optional),
    tag('Cdtr', party, optional),
    tag('CdtrAcct', account, optional),
    tag('RmtInf', { sequence: [tag('Ustrd', textUpTo(140), optional)] }, optional),
  ],
};

const paymentInformation: Rule = {
  sequence: [
    tag('PmtInfId', textUpTo(35)),
    tag('PmtMtd', { pattern: /^(CHK|TRF|TRA)$/ }),
    tag('NbOfTxs', count, optional),
    tag('CtrlSum', controlSum, optional),
    tag('ReqdExctnDt', { choice: [tag('Dt', { pattern: /^\d{4}-\d{2}-\d{2}$/ })] }),
    tag('Dbtr', party),
    tag('DbtrAcct', account),
    tag('DbtrAgt', agent),
    tag('ChrgBr', { pattern: /^(DEBT|CRED|SHAR|SLEV)$/ }, optional),
    tag('CdtTrfTxInf', transfer, { isRepeated: true }),
  ],
};

const initiation: Rule = {
  sequence: [tag('GrpHdr', groupHeader), tag('PmtInf', paymentInformation, { isRepeated: true })],
};

const document: Particle = tag('Document', { sequence: [tag('CstmrCdtTrfInitn', initiation)] });

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** Finds the places at which a file departs from the rules. Throws if `parseXml` does. */
export function findPain001Problems(xml: string): string[] {
  const root = parseXml(xml);
  const namespace = root.attributes['xmlns'];
  return [
    ...(namespace === 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09' ? [] : [`namespace ${namespace}`]),
    ...problemsOf(root, document, ''),
  ];
}

function problemsOf(element: XmlElement, { name, rule }: Particle, path: string): string[] {
  const elementPath = `${path}/${element.name}`;
  if (element.name !== name) return [`${elementPath} instead of ${name}`];
  if ('pattern' in rule) {
    const [attribute, pattern] = rule.attribute ?? [];
    const isAttributeRight = attribute === undefined || pattern?.test(element.attributes[attribute] ?? '') === true;
    const isRight = element.children.length === 0 && rule.pattern.test(element.text) && isAttributeRight;
    return isRight ? [] : [`${elementPath} is ${JSON.stringify(element.text)}`];
  }
  if (element.text.trim() !== '') return [`${elementPath} has text`];
  if ('choice' in rule) {
    const chosen = rule.choice.find((particle) => particle.name === element.children[0]?.name);
    if (!chosen || element.children.length !== 1) return [`${elementPath} chooses nothing`];
    return problemsOf(element.children[0]!, chosen, elementPath);
  }
  return sequenceProblems(element, rule.sequence, elementPath);
}

function sequenceProblems({ children }: XmlElement, sequence: readonly Particle[], elementPath: string): string[] {
  const problems: string[] = [];
  let next = 0;
  for (const particle of sequence) {
    const from = next;
    while (children[next]?.name === particle.name && (next === from || particle.isRepeated)) {
      problems.push(...problemsOf(children[next]!, particle, elementPath));
      next += 1;
    }
    if (next === from && particle.min !== 0) problems.push(`${elementPath} lacks ${particle.name}`);
  }
  return next === children.length
    ? problems
    : [...problems, `${elementPath} must not have ${children[next]!.name} there`];
}

/** Parses XML. Throws if it has anything but elements, attributes, texts and the five named entities. */
export function parseXml(xml: string): XmlElement {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const open: XmlElement[] = [{ name: '', attributes: {}, children: [], text: '' }];
  const token = /<(\/?)([A-Za-z0-9]+)((?: [A-Za-z]+="[^"<&]*")*)>|([^<>&]+|&(?:amp|lt|gt|quot|apos);)/gy;
  let end = 0;
  for (let match = token.exec(body); match; match = token.exec(body)) {
    end = token.lastIndex;
    const [, slash, name = '', attributes = '', text] = match;
    const current = open.at(-1)!;
    if (text !== undefined) current.text += text;
    else if (slash === '/') {
      if (open.pop()?.name !== name) throw new SyntaxError(`</${name}> closes nothing`);
    } else {
      const pairs = [...attributes.matchAll(/([A-Za-z]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]);
      const element: XmlElement = {
        name,
        attributes: Object.fromEntries(pairs) as Record<string, string>,
        children: [],
        text: '',
      };
      current.children.push(element);
      open.push(element);
    }
  }
  if (end !== body.length || open.length !== 1 || open[0]!.children.length !== 1)
    throw new SyntaxError('not one document');
  return open[0]!.children[0]!;
}

/** Finds all texts of elements with a name, in order. */
export const textsOf = (element: XmlElement, name: string): string[] => [
  ...(element.name === name ? [element.text] : []),
  ...element.children.flatMap((child) => textsOf(child, name)),
];
