import { openPdf } from '../../../base/paper/openPdf.ts'
import { fileMoment } from '../paper/printed.ts'
import type { Danfe } from './danfe.ts'
import { drawHeader, drawReceipt, headerHeight, receiptHeight } from './drawHeader.ts'
import { type ItemTable, linesOfItem, padding, planItems } from './itemColumns.ts'
import { PageCanvas, page, room, titleHeight } from './pageCanvas.ts'
import { type PagePlan, paginate } from './pagination.ts'

const textSize = 7
const headHeight = 15
/** Of the box of additional information on the first page. */
const additions = { least: 60, most: 170, share: 0.66, label: 9 }
const bottom = page.height - page.margin
const itemGap = 2.5

/** Draws the paper of an NF-e as a PDF, A4 upright, on as many pages as it takes; the same note gives the same bytes. */
export async function drawDanfe(danfe: Danfe): Promise<Uint8Array> {
  const { document, bytes } = openPdf(`DANFE NF-e ${danfe.numero} série ${danfe.serie}`, fileMoment(danfe.emissao))
  new Paper(new PageCanvas(document), danfe).draw()
  document.end()
  return bytes
}

/** One note on its way to paper: all is measured before the first page is drawn, as each page says how many there are. */
class Paper {
  private readonly canvas: PageCanvas
  private readonly danfe: Danfe
  private readonly table: ItemTable
  private readonly items: readonly (readonly (readonly string[])[])[]
  private readonly texts: readonly string[]
  private readonly additionsHeight: number
  private readonly shown: number

  constructor(canvas: PageCanvas, danfe: Danfe) {
    this.canvas = canvas
    this.danfe = danfe
    this.table = planItems(canvas, danfe)
    this.items = danfe.itens.map(item => linesOfItem(canvas, this.table, item))
    const width = room * additions.share - padding * 2
    this.texts = danfe.complementares.flatMap(text => canvas.wrap(text, width, textSize))
    const wanted = this.texts.length * canvas.lineHeight(textSize) + additions.label + 2
    const free = bottom - this.itemsTop - headHeight - this.servicesHeight - titleHeight * 2 - 60
    this.additionsHeight = Math.max(additions.least, Math.min(wanted, additions.most, free))
    this.shown = Math.floor((this.additionsHeight - additions.label - 2) / canvas.lineHeight(textSize) + 0.01)
  }

  /** Where the items of the first page begin, their title included. */
  private get itemsTop(): number {
    const blocks = this.danfe.blocos.reduce((sum, block) => sum + this.canvas.heightOf(block), 0)
    return page.margin + receiptHeight + headerHeight + blocks
  }

  private get servicesHeight(): number {
    return this.danfe.issqn ? this.canvas.heightOf(this.danfe.issqn) : 0
  }

  draw(): void {
    const { canvas, danfe } = this
    const fixed = titleHeight + headHeight
    const foot = this.servicesHeight + titleHeight + this.additionsHeight
    const pages = paginate(
      this.items.map(columns => Math.max(...columns.map(lines => lines.length))),
      this.texts.slice(this.shown),
      {
        first: bottom - foot - this.itemsTop - fixed,
        next: bottom - page.margin - headerHeight - fixed,
        itemLine: canvas.lineHeight(this.table.size),
        itemGap,
        textLine: canvas.lineHeight(textSize),
        textFrame: titleHeight + 8,
      },
    )
    for (const [at, plan] of pages.entries()) {
      canvas.document.addPage({ size: [page.width, page.height], margin: 0 })
      canvas.stamp(danfe.marcas, page.height * (at === 0 ? 0.6 : 0.55))
      const folio = `${at + 1}/${pages.length}`
      if (at === 0) this.firstPage(plan, folio)
      else this.nextPage(plan, folio)
    }
  }

  private firstPage(plan: PagePlan, folio: string): void {
    const { canvas, danfe } = this
    let y = page.margin
    drawReceipt(canvas, danfe, y)
    y += receiptHeight
    drawHeader(canvas, danfe, y, folio)
    y += headerHeight
    for (const block of danfe.blocos) {
      canvas.block(block, y)
      y += canvas.heightOf(block)
    }
    const foot = bottom - this.additionsHeight - titleHeight
    this.drawItems(plan, y, foot - this.servicesHeight)
    if (danfe.issqn) canvas.block(danfe.issqn, foot - this.servicesHeight)
    this.drawAdditions(foot)
  }

  private nextPage(plan: PagePlan, folio: string): void {
    const { canvas } = this
    drawHeader(canvas, this.danfe, page.margin, folio)
    const top = page.margin + headerHeight
    const textHeight = plan.lines.length > 0 ? plan.lines.length * canvas.lineHeight(textSize) + 6 : 0
    const end = textHeight > 0 ? bottom - textHeight - titleHeight : bottom
    if (plan.parts.length > 0) this.drawItems(plan, top, end)
    if (textHeight === 0) return
    const y = plan.parts.length > 0 ? end : top
    canvas.title('INFORMAÇÕES COMPLEMENTARES (CONTINUAÇÃO)', y)
    const area = { x: page.margin, y: y + titleHeight, width: room, height: textHeight }
    canvas.frame(area)
    canvas.lines(plan.lines, { ...area, x: area.x + padding, y: area.y + 2 }, { size: textSize })
  }

  private drawItems({ parts }: PagePlan, top: number, end: number): void {
    const { canvas, table } = this
    canvas.title('DADOS DOS PRODUTOS/SERVIÇOS', top)
    const y = top + titleHeight
    canvas.frame({ x: page.margin, y, width: room, height: end - y })
    canvas.line(page.margin, y + headHeight, page.margin + room, y + headHeight)
    this.drawHeads(y, end)
    let line = y + headHeight
    for (const [at, { item, from, to }] of parts.entries()) {
      if (at > 0) this.thinLine(line)
      let x = page.margin
      for (const [column, { width, align }] of table.columns.entries()) {
        const lines = (this.items[item]?.[column] ?? []).slice(from, to)
        canvas.lines(lines, { x: x + padding, y: line + 1.5, width: width - padding * 2, height: 0 }, { size: table.size, align })
        x += width
      }
      line += (to - from) * canvas.lineHeight(table.size) + itemGap
    }
  }

  private drawHeads(y: number, end: number): void {
    let x = page.margin
    for (const { head, width } of this.table.columns) {
      if (x > page.margin) this.canvas.line(x, y, x, end)
      const area = { x: x + 1, y, width: width - 2, height: headHeight }
      this.canvas.lines(head, area, { size: 5, weight: 'bold', align: 'center', vertical: 'middle' })
      x += width
    }
  }

  private thinLine(y: number): void {
    const { document } = this.canvas
    document
      .lineWidth(0.25)
      .strokeColor('#999999')
      .moveTo(page.margin, y)
      .lineTo(page.margin + room, y)
      .stroke()
  }

  private drawAdditions(y: number): void {
    const { canvas } = this
    canvas.title('DADOS ADICIONAIS', y)
    const top = y + titleHeight
    const width = room * additions.share
    canvas.frame({ x: page.margin, y: top, width, height: this.additionsHeight })
    canvas.frame({ x: page.margin + width, y: top, width: room - width, height: this.additionsHeight })
    const label = { x: page.margin + padding, y: top + 1.5, width: width - padding * 2, height: 6 }
    canvas.text('INFORMAÇÕES COMPLEMENTARES', label, { size: 5.5 })
    canvas.lines(this.texts.slice(0, this.shown), { ...label, y: top + additions.label, height: 0 }, { size: textSize })
    canvas.text('RESERVADO AO FISCO', { ...label, x: label.x + width }, { size: 5.5 })
  }
}
