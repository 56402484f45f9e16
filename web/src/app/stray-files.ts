/** Browsers leave the application for a file that is dropped where nothing takes it, and edits and uploads end. */
export function refuseStrayFiles(): void {
  const refuse = (event: DragEvent): void => {
    const { dataTransfer, target, defaultPrevented } = event;
    if (defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    if (target instanceof Element && target.closest('input[type="file"]')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
}
