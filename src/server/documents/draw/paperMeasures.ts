import type { LabelMeasures, PaperLook, SheetKind } from '../../../model/views/paperDocument.ts'

export const millimetres = (value: number): number => (value * 72) / 25.4

/** Measures of what is drawn on, in points. */
export interface PaperMeasures {
  readonly kind: SheetKind
  readonly width: number
  /** Undefined where a page is as long as what stands on it: a roll. */
  readonly height?: number
  readonly margin: number
  readonly sizes: Readonly<Record<PaperLook['size'], number>>
  readonly gap: number
  /** Height of bars, widest module of them, side of a QR code. */
  readonly bars: number
  readonly module: number
  readonly qr: number
}

/** Longest page that readers of PDF show, less a margin: what is longer goes on on the next. */
export const longestPage = 14_000

const roll = (kind: '80mm' | '58mm', width: number, margin: number, sizes: PaperMeasures['sizes']): PaperMeasures => ({
  kind,
  width: millimetres(width),
  margin: millimetres(margin),
  sizes,
  gap: 3,
  bars: millimetres(12),
  module: millimetres(0.33),
  qr: millimetres(30),
})

/** A label may have rows so low that letters of the usual size leave no room. */
const labelMeasures = ({ width, height }: LabelMeasures): PaperMeasures => {
  const scale = Math.min(1, Math.max(0.5, height / 37))
  return {
    kind: 'label',
    width: millimetres(width),
    height: millimetres(height),
    margin: millimetres(Math.min(4, height / 10)),
    sizes: { small: 7 * scale, normal: 8.5 * scale, large: 10.5 * scale, huge: 23 * scale },
    gap: 1.5 * scale,
    bars: millimetres(7 * scale),
    module: millimetres(0.33),
    qr: millimetres(Math.min(20, height * 0.5)),
  }
}

const usualLabel: LabelMeasures = { width: 70, height: 37, top: 0, left: 0 }

/** Measures of a paper; of a label as its document says. */
export function measuresOf(kind: SheetKind, label: LabelMeasures = usualLabel): PaperMeasures {
  if (kind === '80mm') return roll('80mm', 80, 4, { small: 7, normal: 8, large: 10, huge: 15 })
  if (kind === '58mm') return roll('58mm', 58, 3, { small: 6, normal: 7, large: 9, huge: 12 })
  if (kind === 'label') return labelMeasures(label)
  return {
    kind: 'A4',
    width: 595.28,
    height: 841.89,
    margin: 40,
    sizes: { small: 7.5, normal: 9, large: 12, huge: 18 },
    gap: 6,
    bars: millimetres(14),
    module: millimetres(0.4),
    qr: millimetres(32),
  }
}
