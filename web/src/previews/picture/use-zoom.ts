import createPanzoom, { type PanzoomObject } from '@panzoom/panzoom';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';

const panStep = 60;
const largest = 20;

/** 1 shows the whole picture. It is larger by the wheel, two fingers, a double click, keys and buttons, and then moves. */
export function useZoom(
  stage: RefObject<HTMLDivElement | null>,
  picture: RefObject<HTMLImageElement | null>,
) {
  const panzoom = useRef<PanzoomObject>(undefined);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    const [area, image] = [stage.current, picture.current];
    if (!area || !image) return;
    const made = createPanzoom(image, {
      maxScale: largest,
      minScale: 1,
      step: 0.4,
      canvas: true,
      panOnlyWhenZoomed: true,
      cursor: 'default',
    });
    panzoom.current = made;
    const show = (): void => setScale(made.getScale());
    const wheel = (event: WheelEvent): void => {
      made.zoomWithWheel(event);
    };
    const double = (event: MouseEvent): void => {
      if (made.getScale() > 1) made.reset();
      else made.zoomToPoint(2, event, { animate: true });
    };
    image.addEventListener('panzoomchange', show);
    area.addEventListener('wheel', wheel, { passive: false });
    area.addEventListener('dblclick', double);
    return () => {
      image.removeEventListener('panzoomchange', show);
      area.removeEventListener('wheel', wheel);
      area.removeEventListener('dblclick', double);
      made.destroy();
      panzoom.current = undefined;
    };
  }, [stage, picture]);
  const zoom = {
    scale,
    larger: () => void panzoom.current?.zoomIn(),
    smaller: () => void panzoom.current?.zoomOut(),
    fit: () => void panzoom.current?.reset(),
    /** A point of the picture is one of the screen. */
    actualSize: () => {
      const image = picture.current;
      if (!image?.clientWidth) return;
      const wanted = image.naturalWidth / devicePixelRatio / image.clientWidth;
      panzoom.current?.zoom(Math.min(Math.max(wanted, 1), largest), { animate: true });
    },
  };
  return { ...zoom, onKeyDown: (event: KeyboardEvent) => keyPressed(event, zoom, panzoom.current) };
}

type Deeds = Readonly<Record<'larger' | 'smaller' | 'fit', () => void>>;

const moves: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [panStep, 0],
  ArrowRight: [-panStep, 0],
  ArrowUp: [0, panStep],
  ArrowDown: [0, -panStep],
};

/** Arrows move a picture that is larger than its area; otherwise they are for the list of documents. */
function keyPressed(event: KeyboardEvent, deeds: Deeds, panzoom?: PanzoomObject): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const keys: Readonly<Record<string, () => void>> = {
    '+': deeds.larger,
    '=': deeds.larger,
    '-': deeds.smaller,
    '0': deeds.fit,
  };
  const move = moves[event.key];
  const isMoving = move !== undefined && panzoom !== undefined && panzoom.getScale() > 1;
  const scale = panzoom?.getScale() ?? 1;
  const run = isMoving
    ? () => panzoom.pan(move[0] / scale, move[1] / scale, { relative: true })
    : keys[event.key];
  if (!run) return;
  event.preventDefault();
  run();
}
