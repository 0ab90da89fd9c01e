import { DOMParser } from '@xmldom/xmldom';

/** XML that is not as it has to be. The message is for whoever set it up, never for a browser. */
export class XmlRefused extends Error {
  override name = 'XmlRefused';
}

/** Document type definitions, entities and CDATA; also comments unless they are let be. Nothing we read needs them. */
const markup = { withComments: /<!(?!--)/, withoutComments: /<!/ };
const prologue = /^\uFEFF?\s*<\?xml\s[^<>]*\?>/;

/** Parses XML that may come from anybody: nothing is expanded, fetched or repaired. @throws XmlRefused */
export function parseXml(text: string, { comments = false }: { comments?: boolean } = {}): Element {
  if ((comments ? markup.withComments : markup.withoutComments).test(text)) throw new XmlRefused('it holds declarations');
  const body = text.replace(prologue, '');
  if (body.includes('<?')) throw new XmlRefused('it holds processing instructions');
  const refuse = (message: string): never => {
    throw new XmlRefused(`it is not well-formed: ${message.split('\n')[0]!.slice(0, 200)}`);
  };
  const parser = new DOMParser({ errorHandler: { warning: refuse, error: refuse, fatalError: refuse } });
  const { documentElement, childNodes } = parser.parseFromString(body, 'text/xml');
  if (!documentElement || Array.from(childNodes).filter(isElement).length !== 1) throw new XmlRefused('it has no single root');
  return documentElement;
}

const elementNode = 1;
const isElement = ({ nodeType }: Node): boolean => nodeType === elementNode;

const depthLimit = 40;

/** Every element of the tree, its root first. @throws XmlRefused when it is deeper than any sensible one */
export function elementsOf(root: Element): Element[] {
  const found: Element[] = [];
  let level = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === depthLimit) throw new XmlRefused('it is nested too deeply');
    for (const one of level) found.push(one);
    level = level.flatMap((one) => childrenOf(one));
  }
  return found;
}

/** The element's children, or those of this name. */
export const childrenOf = (parent: Element, namespace?: string, name?: string): Element[] =>
  Array.from(parent.childNodes)
    .filter(isElement)
    .map((node) => node as Element)
    .filter((one) => name === undefined || (one.namespaceURI === namespace && one.localName === name));

/** The one child of this name. @throws XmlRefused when there are more, or none */
export function onlyChild(parent: Element, namespace: string, name: string): Element {
  const [found, ...more] = childrenOf(parent, namespace, name);
  if (!found || more.length > 0) throw new XmlRefused(`${parent.localName} has ${found ? 'several' : 'no'} ${name}`);
  return found;
}

/** The element's text; it may hold nothing else. */
export function textOf(element: Element): string {
  if (childrenOf(element).length > 0) throw new XmlRefused(`${element.localName} holds more than text`);
  return (element.textContent ?? '').trim();
}

/** An attribute's value, or null when there is none. */
export const attributeOf = (element: Element, name: string): string | null =>
  element.hasAttribute(name) ? element.getAttribute(name) : null;
