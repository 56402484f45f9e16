/** Elements in which the arrows to the sides have a meaning of their own. */
const withArrows =
  'input, textarea, select, video, audio, [contenteditable], [role=menu], [role=listbox], [role=slider], [role=tablist], [role=grid], [role=radiogroup], [role=tree]';

/** Which way a key leads in a list of documents; undefined where it means something else. */
export function stepOf(event: KeyboardEvent): 'previous' | 'next' | undefined {
  if (event.defaultPrevented || hasModifier(event)) return undefined;
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return undefined;
  const { target } = event;
  if (target instanceof Element && (target.closest(withArrows) || scrollsSideways(target))) {
    return undefined;
  }
  const isForward =
    (event.key === 'ArrowRight') === (getComputedStyle(document.body).direction === 'ltr');
  return isForward ? 'next' : 'previous';
}

/** Elements that are pressed by Space, or in which it is a letter. */
const pressed =
  'a, button, input, textarea, select, summary, video, audio, [contenteditable], [role=menuitem]';

export function closesBySpace(event: KeyboardEvent): boolean {
  const { key, target, defaultPrevented, repeat } = event;
  const isModified = event.ctrlKey || event.metaKey || event.altKey;
  if (key !== ' ' || defaultPrevented || repeat || isModified) return false;
  return !(target instanceof Element && target.closest(pressed));
}

function hasModifier(event: KeyboardEvent): boolean {
  return event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
}

/** Such as the area of a page that is wider than its window. */
function scrollsSideways(element: Element): boolean {
  const { overflowX } = getComputedStyle(element);
  const canScroll = overflowX === 'auto' || overflowX === 'scroll';
  return canScroll && element.scrollWidth > element.clientWidth;
}
