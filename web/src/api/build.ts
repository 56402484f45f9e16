/** Whether the server has another build of the application than this page. False while it cannot be asked. */
export async function hasNewBuild(): Promise<boolean> {
  const answer = await fetch(document.baseURI, { cache: 'no-store' }).catch(() => undefined);
  const script = document.querySelector('script[type="module"]')?.getAttribute('src');
  return answer?.ok === true && !(await answer.text()).includes(script ?? '');
}
