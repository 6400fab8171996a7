import { breakWord } from '../../../base/paper/breakWord.ts'

const fonts = { normal: 'Helvetica', bold: 'Helvetica-Bold' } as const

/** How letters look: their size in points. */
export interface Letters {
  readonly size: number
  readonly bold?: boolean | undefined
}

/** Signs that the paper's own type has (Windows-1252): others stand as a question mark, as many as there are. */
const unprintable = /[^\n\x20-\x7e\xa0-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]/gu

const printable = (text: string): string => text.replace(unprintable, '?')

/** Writes texts: wide ones in lines, words that are wider alone in pieces. What it measures it measures letter by letter, each once. */
export class PenText {
  readonly document: PDFKit.PDFDocument
  private readonly widths = { normal: new Map<string, number>(), bold: new Map<string, number>() }

  constructor(document: PDFKit.PDFDocument) {
    this.document = document
  }

  widthOf(text: string, { size, bold }: Letters): number {
    const known = bold ? this.widths.bold : this.widths.normal
    let width = 0
    for (const letter of text) {
      let one = known.get(letter)
      if (one === undefined) {
        one = this.document
          .font(bold ? fonts.bold : fonts.normal)
          .fontSize(100)
          .widthOfString(letter)
        known.set(letter, one)
      }
      width += one
    }
    return (width * size) / 100
  }

  lineHeight = ({ size }: Letters): number => size * 1.22

  /** Lines that are no wider than this, and no more of them than `most`: what is left out is told by three points. */
  wrap(text: string, width: number, letters: Letters, most = Number.POSITIVE_INFINITY): string[] {
    const lines: string[] = []
    for (const paragraph of printable(text).split('\n')) {
      for (const line of this.linesOf(paragraph, width, letters)) {
        if (lines.length >= most) return [...lines.slice(0, -1), this.cut(lines.at(-1) ?? '', width, letters)]
        lines.push(line)
      }
    }
    return lines
  }

  private *linesOf(paragraph: string, width: number, letters: Letters): Generator<string> {
    const space = this.widthOf(' ', letters)
    let line = ''
    let used = 0
    for (const word of this.wordsOf(paragraph, width, letters)) {
      const wide = this.widthOf(word, letters)
      if (line !== '' && used + space + wide > width) {
        yield line
        line = ''
        used = 0
      }
      used += wide + (line === '' ? 0 : space)
      line = line === '' ? word : `${line} ${word}`
    }
    yield line
  }

  private *wordsOf(paragraph: string, width: number, letters: Letters): Generator<string> {
    const fits = (piece: string): boolean => this.widthOf(piece, letters) <= width
    for (const word of paragraph.split(' ')) {
      if (word === '') continue
      if (fits(word)) yield word
      else yield* breakWord(word, fits)
    }
  }

  private cut(line: string, width: number, letters: Letters): string {
    let text = line
    while (text !== '' && this.widthOf(`${text}...`, letters) > width) text = text.slice(0, -1)
    return `${text.trimEnd()}...`
  }

  /** Writes lines as they are, from this place down. */
  write(
    lines: readonly string[],
    { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
    letters: Letters,
    align: 'left' | 'center' | 'right' = 'left',
  ): void {
    this.document
      .font(letters.bold ? fonts.bold : fonts.normal)
      .fontSize(letters.size)
      .fillColor('black')
    for (const [at, line] of lines.entries()) {
      const spare = align === 'left' ? 0 : width - this.widthOf(line, letters)
      this.document.text(line, x + (align === 'center' ? spare / 2 : spare), y + at * this.lineHeight(letters), {
        lineBreak: false,
      })
    }
  }
}
