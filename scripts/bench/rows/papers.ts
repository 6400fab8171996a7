import PDFDocument from 'pdfkit'
import { collectPdf } from '../../../src/base/paper/collectPdf.ts'
import { elementOf } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { invoiceNote } from '../../../src/plugins/nfe/danfe/fixtures/invoiceNote.ts'
import { paperOfNote } from '../../../src/plugins/nfe/printing/notePapers.ts'
import { type BenchResult, limitLine, time } from '../figures.ts'
import { p95 } from '../statistics.ts'
import { timed } from '../timed.ts'
import { takeTurns } from '../turns.ts'

const ITEMS = 100
/** A paper that takes longer is waited for. */
const MOST = 300

/** The DANFE of a long note, from its stored XML to the PDF, against 300 ms; beside it the same texts drawn without a layout. */
export async function* measurePapers(): AsyncGenerator<BenchResult> {
  const { text } = invoiceNote({ itens: ITEMS, duplicatas: 3, informacao: 'Entregar pela manhã.' })
  const { ours, other } = await takeTurns(
    () => timed(() => paperOfNote(elementOf(text))),
    () => timed(drawBare),
    { rounds: 40, warm: 5 },
  )
  const what = `DANFE of ${ITEMS} items from its stored XML to the PDF, 95th percentile, against ${MOST} ms`
  yield limitLine(what, { ours: [p95(ours)], other: [] }, time, MOST)
  yield { what: 'as many texts drawn without a layout, the same', ours: time.show(p95(other)), other: '' }
}

/** As many texts as the items have, one below the other. */
async function drawBare(): Promise<void> {
  const document = new PDFDocument({ margin: 20 })
  const bytes = collectPdf(document)
  document.fontSize(7)
  for (let at = 0; at < ITEMS * 15; at += 1)
    document.text('1.234,50', 20 + (at % 15) * 36, 20 + (Math.floor(at / 15) % 70) * 10, { lineBreak: false })
  document.end()
  await bytes
}
