import { type RefObject, useEffect, useRef } from 'react';
import type { Doc } from '../api/types.ts';
import type { DropMode, FolderTarget } from './drop-rules.ts';
import { mayDrop } from './drop-rules.ts';
import { firstListing } from './first-listing.ts';
import classes from './grid.module.css';

type Adapter = typeof import('@atlaskit/pragmatic-drag-and-drop/element/adapter');

let loading: Promise<Adapter> | undefined;

/** Loaded after the first list is on the screen. */
function adapter(): Promise<Adapter> {
  loading ??= firstListing.then(() => import('@atlaskit/pragmatic-drag-and-drop/element/adapter'));
  return loading;
}

/** Registers when the adapter is there, unless it is too late; returns how to end it. */
function registered(register: (adapter: Adapter) => () => void): () => void {
  let isEnded = false;
  let end: (() => void) | undefined;
  void adapter().then((loaded) => {
    if (!isEnded) end = register(loaded);
  });
  return () => {
    isEnded = true;
    end?.();
  };
}

const documentsKey = 'cartulary.documents';
const folderKey = 'cartulary.folder';

function draggedDocuments(data: Record<string | symbol, unknown>): readonly Doc[] {
  return (data[documentsKey] as readonly Doc[] | undefined) ?? [];
}

interface Source {
  readonly element: RefObject<HTMLElement | null>;
  /** All that is dragged with it; nothing where that is not possible. */
  dragged(): readonly Doc[];
  /** Written beside the pointer. */
  preview(documents: readonly Doc[]): string;
}

/** An element by which documents are dragged. */
export function useDragSource(uid: string | undefined, source: Source): void {
  const { element } = source;
  // What is selected changes more often than what is dragged.
  const latest = useRef(source);
  latest.current = source;
  useEffect(
    () =>
      registered(({ draggable }) => {
        if (!element.current || uid === undefined) return () => undefined;
        return draggable({
          element: element.current,
          canDrag: () => latest.current.dragged().length > 0,
          getInitialData: () => ({ [documentsKey]: latest.current.dragged() }),
          onGenerateDragPreview: ({ nativeSetDragImage, source: { data } }) =>
            showPreview(latest.current.preview(draggedDocuments(data)), nativeSetDragImage),
        });
      }),
    [uid],
  );
}

/** The browser takes a picture of the element, which is needed no longer after that. */
function showPreview(text: string, show: ((image: Element, x: number, y: number) => void) | null) {
  const label = document.createElement('div');
  label.className = classes.dragged ?? '';
  label.textContent = text;
  document.body.append(label);
  show?.(label, -12, -12);
  setTimeout(() => label.remove());
}

interface Target {
  readonly element: RefObject<HTMLElement | null>;
  /** The pointer has rested on it. */
  onRest?(): void;
}

const restMs = 700;

/** An element of a folder on which documents can be dropped; `data-over` marks it meanwhile. */
export function useFolderTarget(
  folder: FolderTarget | undefined,
  { element, onRest }: Target,
): void {
  const rest = useRef(onRest);
  rest.current = onRest;
  useEffect(() => {
    if (!folder) return;
    return registered(({ dropTargetForElements }) => {
      const place = element.current;
      if (!place) return () => undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const leave = (): void => {
        clearTimeout(timer);
        delete place.dataset.over;
      };
      return dropTargetForElements({
        element: place,
        getData: () => ({ [folderKey]: folder }),
        canDrop: ({ source }) => mayDrop(draggedDocuments(source.data), folder),
        getDropEffect: ({ input }) => (input.ctrlKey ? 'copy' : 'move'),
        onDragEnter() {
          place.dataset.over = '';
          timer = setTimeout(() => rest.current?.(), restMs);
        },
        onDragLeave: leave,
        onDrop: leave,
      });
    });
  }, [folder?.uid, folder?.path]);
}

/** Called with what was dropped on any folder of the screen. */
export function useDocumentDrops(
  onDrop: (documents: readonly Doc[], target: FolderTarget, mode: DropMode) => void,
): void {
  useEffect(
    () =>
      registered(({ monitorForElements }) =>
        monitorForElements({
          onDrop({ source, location }) {
            const target = location.current.dropTargets[0]?.data[folderKey];
            if (!target) return;
            const mode = location.current.input.ctrlKey ? 'copy' : 'move';
            onDrop(draggedDocuments(source.data), target as FolderTarget, mode);
          },
        }),
      ),
    [onDrop],
  );
}
