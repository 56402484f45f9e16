/** Some of the sheets that the component adds do not have the nonce of the page by themselves. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.content ?? '';
const create = document.createElement;

document.createElement = function createElement(
  this: Document,
  name: string,
  options?: ElementCreationOptions,
): HTMLElement {
  const element: HTMLElement = create.call(this, name, options);
  if (name.toLowerCase() === 'style') element.nonce = nonce;
  return element;
};
