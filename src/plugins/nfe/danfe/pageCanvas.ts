import { breakWord } from '../../../base/paper/breakWord.ts'
import type { DanfeBlock, DanfeBox } from './danfe.ts'

/** A4 in points, and what stays white around. */
export const page = { width: 595.28, height: 841.89, margin: 17 } as const
export const room = page.width - page.margin * 2

/** The manual asks for Times New Roman or Courier New. */
const fonts = { normal: 'Times-Roman', bold: 'Times-Bold' } as const
export type Weight = keyof typeof fonts

/** Where something is drawn. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface TextLook {
  readonly size: number
  /** Smallest size that a text takes before it is let out of its area. */
  readonly least?: number
  readonly weight?: Weight
  readonly align?: DanfeBox['align']
  /** At the bottom or in the middle of its area: at the top when this is not said. */
  readonly vertical?: 'middle' | 'bottom'
}

const leading = 1.12
const inset = 2.5
export const boxHeight = 20
export const titleHeight = 9

/** Draws boxes and texts: a text that has no room gets smaller letters, then more lines, and is never cut. */
export class PageCanvas {
  readonly document: PDFKit.PDFDocument
  private readonly widths = new Map<string, number>()

  constructor(document: PDFKit.PDFDocument) {
    this.document = document
  }

  widthOf(text: string, size: number, weight: Weight = 'normal'): number {
    const name = `${weight} ${text}`
    const known = this.widths.get(name)
    if (known !== undefined) return known * size
    const width = this.measured(text, weight)
    this.widths.set(name, width)
    return width * size
  }

  /** Width of a text in letters of size 1. */
  private measured(text: string, weight: Weight): number {
    return this.document.font(fonts[weight]).fontSize(100).widthOfString(text) / 100
  }

  lineHeight(size: number): number {
    return size * leading
  }

  /** Lines that are no wider than this; a word that is wider alone is broken. */
  wrap(text: string, width: number, size: number, weight: Weight = 'normal'): string[] {
    if (this.widthOf(text, size, weight) <= width) return [text]
    const space = this.widthOf(' ', size, weight)
    const lines: string[] = []
    let line = ''
    let used = 0
    for (const word of text.split(/\s+/).flatMap(each => this.pieces(each, width, size, weight))) {
      const wide = this.widthOf(word, size, weight)
      if (line !== '' && used + space + wide > width) {
        lines.push(line)
        line = ''
        used = 0
      }
      used += wide + (line === '' ? 0 : space)
      line = line === '' ? word : `${line} ${word}`
    }
    return line === '' ? lines : [...lines, line]
  }

  private pieces(word: string, width: number, size: number, weight: Weight): string[] {
    if (word === '') return []
    if (this.widthOf(word, size, weight) <= width) return [word]
    return breakWord(word, piece => this.measured(piece, weight) * size <= width)
  }

  /** A text within an area, as large as it has room for. */
  text(text: string, area: Area, look: TextLook): void {
    if (text === '') return
    const weight = look.weight ?? 'normal'
    const least = look.least ?? 4
    const high = area.height + 0.5
    let size = look.size
    let lines = [text]
    for (; ; size -= 0.5) {
      lines = this.wrap(text, area.width, size, weight)
      if (lines.length * this.lineHeight(size) <= high || size - 0.5 < least) break
    }
    this.lines(lines, area, { ...look, size, weight })
  }

  /** Lines as they are. */
  lines(lines: readonly string[], { x, y, width, height }: Area, { size, weight = 'normal', align, vertical }: TextLook): void {
    const step = this.lineHeight(size)
    const left = height - lines.length * step
    const top = y + (vertical === 'bottom' ? left : vertical === 'middle' ? left / 2 : 0)
    this.document.font(fonts[weight]).fontSize(size).fillColor('black')
    for (const [at, line] of lines.entries()) {
      const spare = width - this.widthOf(line, size, weight)
      const start = align === 'right' ? x + spare : align === 'center' ? x + spare / 2 : x
      this.document
        .font(fonts[weight])
        .fontSize(size)
        .text(line, start, top + at * step, { lineBreak: false })
    }
  }

  frame({ x, y, width, height }: Area): void {
    this.document.lineWidth(0.5).strokeColor('black').rect(x, y, width, height).stroke()
  }

  line(x1: number, y1: number, x2: number, y2: number): void {
    this.document.lineWidth(0.5).strokeColor('black').moveTo(x1, y1).lineTo(x2, y2).stroke()
  }

  /** A framed box with its label above what it says. */
  box(box: DanfeBox, area: Area): void {
    this.frame(area)
    const inner = { ...area, x: area.x + inset, width: area.width - inset * 2 }
    this.text(box.label, { ...inner, y: area.y + 1.5, height: 6 }, { size: 5.5, least: 3.5 })
    const value = { ...inner, y: area.y + 7, height: area.height - 8.5 }
    this.text(box.value, value, { size: 9, align: box.align, vertical: 'bottom' })
  }

  row(boxes: readonly DanfeBox[], y: number, height: number = boxHeight, from: number = page.margin, whole: number = room): void {
    const shares = boxes.reduce((sum, { share }) => sum + share, 0)
    let x = from
    for (const box of boxes) {
      const width = (whole * box.share) / shares
      this.box(box, { x, y, width, height })
      x += width
    }
  }

  title(text: string, y: number): void {
    this.text(text, { x: page.margin, y: y + 2, width: room, height: 7 }, { size: 6, weight: 'bold' })
  }

  block({ title, rows }: DanfeBlock, y: number): void {
    this.title(title, y)
    for (const [at, row] of rows.entries()) this.row(row, y + titleHeight + at * boxHeight)
  }

  heightOf({ rows }: DanfeBlock): number {
    return titleHeight + rows.length * boxHeight
  }

  /** Words across the page, so light that what stands over them is read. */
  stamp(words: readonly string[], middle: number): void {
    if (words.length === 0) return
    const { document } = this
    const widest = Math.max(...words.map(word => this.widthOf(word, 1, 'bold')))
    const size = Math.min(64, (room * 0.9) / widest)
    document.save().font(fonts.bold).fontSize(size).fillColor('#e3e3e3')
    document.rotate(-35, { origin: [page.width / 2, middle] })
    for (const [at, word] of words.entries()) {
      const y = middle + (at - words.length / 2) * size * 1.1
      document.text(word, (page.width - this.widthOf(word, size, 'bold')) / 2, y, { lineBreak: false })
      document.font(fonts.bold).fontSize(size)
    }
    document.restore()
    document.fillColor('black')
  }
}
