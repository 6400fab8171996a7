import { Decimal } from 'decimal.js'
import PDFDocument from 'pdfkit'
import type { ShelfLabel } from '../../../domain/purchases/public.ts'
import { barsOf } from '../paper/barCode.ts'
import { collectPdf } from '../paper/collectPdf.ts'
import { printedNumber } from '../paper/printed.ts'

const millimetres = (value: number): number => (value * 72) / 25.4

/** A4 sheets of 3 by 8 labels of 70 by 37 mm, as stationers sell them. */
const sheet = { columns: 3, rows: 8, width: millimetres(70), height: millimetres(37), top: millimetres(0.5) }
const margin = millimetres(4)
/** Characters that the paper's own type has: the rest is left out. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '')

/** Draws labels for shelves: name, price and code of each product. Runs in a worker thread. */
export async function drawLabels(labels: readonly ShelfLabel[]): Promise<Uint8Array> {
  const document = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    lang: 'pt-BR',
    info: {
      Title: 'Etiquetas de preço',
      Producer: 'Retaguarda',
      Creator: 'Retaguarda',
      CreationDate: new Date(0),
    },
  })
  const bytes = collectPdf(document)
  const onPage = sheet.columns * sheet.rows
  for (const [at, label] of labels.entries()) {
    if (at % onPage === 0) document.addPage({ size: 'A4', margin: 0 })
    const place = at % onPage
    drawLabel(
      document,
      label,
      (place % sheet.columns) * sheet.width,
      sheet.top + Math.floor(place / sheet.columns) * sheet.height,
    )
  }
  document.end()
  return bytes
}

function drawLabel(document: PDFKit.PDFDocument, { nome, preco, unidade, codigo }: ShelfLabel, left: number, top: number): void {
  const width = sheet.width - margin * 2
  const x = left + margin
  document.font('Helvetica-Bold').fontSize(9.5)
  document.text(printable(nome), x, top + millimetres(4), { width, height: 23, ellipsis: true })
  document.fontSize(24).text(`R$ ${printedNumber(new Decimal(preco), 2)}`, x, top + millimetres(13), { width, lineBreak: false })
  document.font('Helvetica').fontSize(7)
  const bottom = top + sheet.height - millimetres(4)
  drawBars(document, codigo, x, bottom - millimetres(9), width * 0.62)
  document.text(printable(codigo), x, bottom - 7, { width: width * 0.62, lineBreak: false })
  document.text(printable(unidade ?? ''), x + width * 0.7, bottom - 7, { width: width * 0.3, align: 'right', lineBreak: false })
}

/** The bars of a code, where the paper can have them. */
function drawBars(document: PDFKit.PDFDocument, code: string, x: number, y: number, room: number): void {
  if (!/^[\x20-\x7e]{1,20}$/.test(code)) return
  const { bars, modules } = barsOf(code)
  const module = Math.min(room / modules, millimetres(0.33))
  for (const bar of bars) document.rect(x + bar.at * module, y, bar.modules * module, millimetres(6)).fill('black')
  document.fillColor('black')
}
