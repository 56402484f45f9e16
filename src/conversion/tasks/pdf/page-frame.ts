import type { PDFPage } from '@cantoo/pdf-lib';
import { pdfLib } from './library.ts';

/** A page as readers show it: upright, with its visible part beginning at 0, 0 below left. */
interface PageFrame {
  readonly width: number;
  readonly height: number;
}

/** Draws on a page in the coordinates of its frame. @throws when the page has no size */
export function drawOn(page: PDFPage, draw: (frame: PageFrame) => void): void {
  const { pushGraphicsState, popGraphicsState, concatTransformationMatrix } = pdfLib;
  const { x, y, width, height } = page.getCropBox();
  if (!(width > 0 && height > 0)) throw new Error('a page has no size');
  const turns = (((page.getRotation().angle / 90) % 4) + 4) % 4;
  const isSideways = turns === 1 || turns === 3;
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...matrixOf(turns, { x, y, width, height })),
  );
  draw(isSideways ? { width: height, height: width } : { width, height });
  page.pushOperators(popGraphicsState());
}

type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** From the frame to the page, which readers turn clockwise by quarters. */
function matrixOf(turns: number, { x, y, width, height }: Box): Matrix {
  if (turns === 1) return [0, 1, -1, 0, x + width, y];
  if (turns === 2) return [-1, 0, 0, -1, x + width, y + height];
  if (turns === 3) return [0, -1, 1, 0, x, y + height];
  return [1, 0, 0, 1, x, y];
}
