import { create } from 'qrcode'
import { openPdf } from '../../../base/paper/openPdf.ts'
import { fileMoment } from '../paper/printed.ts'
import type { Danfce } from './danfce.ts'
import { type Block, copiesOf, layOutDanfce, type TextLook } from './layOut.ts'

/** Width of the roll in millimetres. */
export type RollWidth = 58 | 80

const point = 72 / 25.4
const millimetres = (value: number): number => value * point

/** Longest page that readers of PDF show, less a margin: a longer note goes on on the next. */
const longest = 14_000

/** Measures of a roll, in points. */
interface Roll {
  readonly width: number
  readonly margin: number
  readonly sizes: { readonly small: number; readonly normal: number; readonly large: number }
  /** The code must not be smaller than 25 mm; more modules take more room. */
  qrSide(modules: number): number
}

const rolls: Readonly<Record<RollWidth, Roll>> = {
  58: {
    width: millimetres(58),
    margin: millimetres(3),
    sizes: { small: 6, normal: 7, large: 9 },
    qrSide: modules => millimetres(modules > 60 ? 46 : 34),
  },
  80: {
    width: millimetres(80),
    margin: millimetres(4),
    sizes: { small: 7, normal: 8, large: 10 },
    qrSide: modules => millimetres(modules > 60 ? 52 : 40),
  },
}

/** Room below a block and above a rule; below a rule it is twice that. */
const gap = 1.5

/** Draws the paper of a consumer's note as a PDF for a roll; the same note gives the same bytes. */
export async function drawDanfce(danfce: Danfce, width: RollWidth): Promise<Uint8Array> {
  const roll = rolls[width]
  const { document, bytes } = openPdf(`DANFE NFC-e ${danfce.numero}`, fileMoment(danfce.emissao))
  const painter = new Painter(document, roll)
  for (const copy of copiesOf(danfce)) for (const page of pagesOf(layOutDanfce(danfce, copy), painter, roll)) painter.page(page)
  document.end()
  return bytes
}

/** Blocks of each page, all in one unless that were too long. */
function pagesOf(blocks: readonly Block[], painter: Painter, { margin }: Roll): Block[][] {
  const pages: Block[][] = [[]]
  let height = margin * 2
  for (const block of blocks) {
    const own = painter.heightOf(block)
    if (height + own > longest) {
      pages.push([])
      height = margin * 2
    }
    pages.at(-1)?.push(block)
    height += own
  }
  return pages
}

class Painter {
  private readonly document: PDFKit.PDFDocument
  private readonly roll: Roll

  constructor(document: PDFKit.PDFDocument, roll: Roll) {
    this.document = document
    this.roll = roll
  }

  /** Width between the margins. */
  private get room(): number {
    return this.roll.width - this.roll.margin * 2
  }

  heightOf(block: Block): number {
    if (block.kind === 'rule') return gap * 4
    if (block.kind === 'qrCode') return this.qrOf(block.content).side + gap * 2
    this.look(block)
    if (block.kind === 'line') return this.document.heightOfString(block.text, { width: this.room }) + gap
    return this.document.heightOfString(block.name, { width: this.nameRoom(block.value) }) + gap
  }

  page(blocks: readonly Block[]): void {
    const { width, margin } = this.roll
    const heights = blocks.map(block => this.heightOf(block))
    const height = heights.reduce((sum, each) => sum + each, margin * 2)
    this.document.addPage({ size: [width, height], margin: 0 })
    let y = margin
    for (const [at, block] of blocks.entries()) {
      this.draw(block, y)
      y += heights[at] ?? 0
    }
  }

  private look({ bold, size = 'normal' }: { bold?: boolean } & { size?: keyof Roll['sizes'] }): void {
    this.document.font(bold ? 'Helvetica-Bold' : 'Helvetica').fontSize(this.roll.sizes[size])
  }

  /** Returns the room that a row's value leaves to its name. */
  private nameRoom(value: string): number {
    return Math.max(this.room - this.document.widthOfString(value) - gap * 3, this.room / 3)
  }

  private draw(block: Block, y: number): void {
    const { margin } = this.roll
    if (block.kind === 'rule') this.rule(y + gap)
    else if (block.kind === 'qrCode') this.qrCode(block.content, y + gap)
    else {
      this.look(block)
      if (block.kind === 'line') this.text(block.text, block, y)
      else {
        this.document.text(block.name, margin, y, { width: this.nameRoom(block.value) })
        const wide = this.document.widthOfString(block.value)
        this.document.text(block.value, margin + this.room - wide, y, { lineBreak: false })
      }
    }
  }

  private text(text: string, { align }: TextLook, y: number): void {
    this.document.text(text, this.roll.margin, y, { width: this.room, ...(align ? { align } : {}) })
  }

  private rule(y: number): void {
    const { margin, width } = this.roll
    this.document
      .moveTo(margin, y)
      .lineTo(width - margin, y)
      .lineWidth(0.5)
      .dash(2, { space: 1 })
      .stroke()
      .undash()
  }

  /** Bytes as one, level M: what the manual asks for. */
  private qrOf(content: string): { readonly size: number; readonly data: Uint8Array; readonly side: number } {
    const { modules } = create([{ data: Buffer.from(content), mode: 'byte' }], { errorCorrectionLevel: 'M' })
    return { size: modules.size, data: modules.data, side: this.roll.qrSide(modules.size) }
  }

  /** Drawn as squares, so that it is sharp on any printer; its quiet zone is the tenth of its side that the manual asks for. */
  private qrCode(content: string, y: number): void {
    const { size, data, side } = this.qrOf(content)
    const quiet = side / 10
    const module = (side - quiet * 2) / size
    const left = (this.roll.width - side) / 2 + quiet
    for (let at = 0; at < data.length; at += 1)
      if (data[at]) this.document.rect(left + (at % size) * module, y + quiet + Math.floor(at / size) * module, module, module)
    this.document.fill('black')
  }
}
