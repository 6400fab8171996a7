import { openPdf } from '../../../base/paper/openPdf.ts'
import type { PaperBlock } from '../../../model/paper/paperBlock.ts'
import type { LabelMeasures, SheetKind } from '../../../model/views/paperDocument.ts'
import { withDrawnCodes } from './drawnCodes.ts'
import { longestPage, measuresOf, millimetres, type PaperMeasures } from './paperMeasures.ts'
import { PenText } from './penText.ts'
import type { Strip } from './strip.ts'
import { stripsOf } from './strips.ts'

/** Papers that are to be drawn: all that is on them is text. */
export interface DrawnDocument {
  readonly title: string
  readonly paper: SheetKind
  readonly label?: LabelMeasures
  readonly sheets: readonly (readonly PaperBlock[])[]
  /** Labels that the first sheet has no more. */
  readonly skip?: number
}

/** Draws papers as a PDF; the same papers give the same bytes. Runs in a worker thread, and knows nothing but what it is given. */
export async function drawDocument({ title, paper, label, sheets, skip = 0 }: DrawnDocument): Promise<Uint8Array> {
  const { document, bytes } = openPdf(title, new Date(0))
  const measures = measuresOf(paper, label)
  const pen = new PenText(document)
  const drawn = withDrawnCodes(sheets)
  if (paper === 'label') drawLabels(pen, measures, { label, skip }, drawn)
  else for (const blocks of drawn) drawSheet(pen, measures, title, blocks)
  document.end()
  return bytes
}

/** A record's paper: as many pages as it takes, each told where there are several. */
function drawSheet(pen: PenText, measures: PaperMeasures, title: string, blocks: readonly PaperBlock[]): void {
  const { width, margin, height } = measures
  const strips = stripsOf(blocks, { pen, measures, x: margin, width: width - margin * 2 })
  const foot = height === undefined ? 0 : measures.sizes.small * 2
  const pages = pagesOf(strips, (height ?? longestPage) - margin * 2 - foot)
  for (const [at, page] of pages.entries()) {
    const long = page.reduce((sum, strip) => sum + strip.height, 0)
    pen.document.addPage({ size: [width, height ?? Math.max(long + margin * 2, millimetres(20))], margin: 0 })
    let y = margin
    for (const strip of page) {
      strip.draw(y)
      y += strip.height
    }
    if (height === undefined || pages.length === 1) continue
    const letters = { size: measures.sizes.small }
    const [line = ''] = pen.wrap(`${title} - página ${at + 1} de ${pages.length}`, width - margin * 2, letters, 1)
    pen.write([line], { x: margin, y: height - margin, width: width - margin * 2 }, letters, 'right')
  }
}

/** Strips of each page; one that begins a page within a table has the table's head over it. */
function pagesOf(strips: readonly Strip[], room: number): Strip[][] {
  let page: Strip[] = []
  const pages = [page]
  let used = 0
  for (const strip of strips) {
    if (used > 0 && used + strip.height > room) {
      page = strip.head ? [strip.head] : []
      pages.push(page)
      used = strip.head?.height ?? 0
    }
    page.push(strip)
    used += strip.height
  }
  return pages
}

/** Labels beside and below each other on sheets, or each on a page of its own. What has no room on one is left out. */
function drawLabels(
  pen: PenText,
  measures: PaperMeasures,
  { label, skip }: { readonly label: LabelMeasures | undefined; readonly skip: number },
  sheets: readonly (readonly PaperBlock[])[],
): void {
  const { columns = 0, rows = 0, top = 0, left = 0 } = label ?? {}
  const { document } = pen
  const { width, height = 0 } = measures
  const onPage = columns * rows
  for (const [at, blocks] of sheets.entries()) {
    const place = onPage === 0 ? 0 : (at + skip) % onPage
    if (onPage === 0) document.addPage({ size: [width, height], margin: 0 })
    else if (place === 0 || at === 0) document.addPage({ size: 'A4', margin: 0 })
    const x = onPage === 0 ? 0 : millimetres(left) + (place % columns) * width
    const y = onPage === 0 ? 0 : millimetres(top) + Math.floor(place / columns) * height
    document.save().rect(x, y, width, height).clip()
    drawLabel(pen, measures, blocks, x, y)
    document.restore()
  }
}

function drawLabel(pen: PenText, measures: PaperMeasures, blocks: readonly PaperBlock[], x: number, y: number): void {
  const { width, height = 0, margin } = measures
  let at = y + margin
  for (const strip of stripsOf(blocks, { pen, measures, x: x + margin, width: width - margin * 2 })) {
    if (at + strip.height > y + height) return
    strip.draw(at)
    at += strip.height
  }
}
