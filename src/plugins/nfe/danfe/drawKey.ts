import { barsOf } from '../../../base/paper/barCode.ts'
import type { Area, PageCanvas } from './pageCanvas.ts'

/** Modules that stay white on both sides of a code. */
const quiet = 10

/** The key as a bar code over the whole area. */
export function drawKeyBars(canvas: PageCanvas, key: string, { x, y, width, height }: Area): void {
  const { bars, modules } = barsOf(key)
  const module = width / (modules + quiet * 2)
  for (const bar of bars) canvas.document.rect(x + (quiet + bar.at) * module, y, bar.modules * module, height)
  canvas.document.fill('black')
}

/** 3526 0912 ... in groups of four. */
export const groupedKey = (key: string): string => (key.match(/.{1,4}/g) ?? []).join(' ')
