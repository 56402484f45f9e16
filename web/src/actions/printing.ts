import type { ActionContext } from './action.ts';

const waitMsMax = 5_000;

/** Shows the summary of the document, then prints it; the sheets leave out what is for working with it. */
export async function printRecord({ documents, router }: ActionContext): Promise<void> {
  const [record] = documents;
  if (!record) return;
  const params = { uid: record.uid };
  await router.navigate({ to: '/document/$uid', params, search: { tab: 'summary' } });
  await metadataShown();
  print();
}

/** Fields come with the content model. Without them the rest is printed. */
function metadataShown(): Promise<void> {
  const isShown = (): boolean => document.querySelector('main [data-metadata]') !== null;
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => isShown() && end());
    const timer = setTimeout(end, waitMsMax);
    observer.observe(document.body, { childList: true, subtree: true });
    if (isShown()) end();
  });
}
