import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import type { PaperBlock } from '../../../src/model/paper/paperBlock.ts'
import { elementOf } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { invoiceNote } from '../../../src/plugins/nfe/danfe/fixtures/invoiceNote.ts'
import { paperOfNote } from '../../../src/plugins/nfe/printing/notePapers.ts'
import { drawDocument } from '../../../src/server/documents/draw/drawDocument.ts'
import { type BenchResult, limitLine, time } from '../figures.ts'
import { p95 } from '../statistics.ts'
import { timed } from '../timed.ts'
import { takeTurns } from '../turns.ts'

const ITEMS = 100
/** A paper that takes longer is waited for. */
const MOST = 300
const LABELS = 100
const MOST_LABELS = 1000

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
  yield* measureLabels()
  yield { what: 'as many texts drawn without a layout, the same', ours: time.show(p95(other)), other: '' }
}

/** Sheets of price labels, from their texts to the PDF, against a second: who prints them waits before the screen. */
async function* measureLabels(): AsyncGenerator<BenchResult> {
  const label = { width: 70, height: 37, columns: 3, rows: 8, top: 0, left: 0 }
  const sheets = Array.from({ length: LABELS }, (_, at): PaperBlock[] => [
    { kind: 'words', text: `Produto ${at} com um nome comprido`, look: { size: 'normal', bold: true, align: 'left', lines: 2 } },
    { kind: 'words', text: 'R$ 1.234,50', look: { size: 'huge', bold: true, align: 'left' } },
    { kind: 'bars', text: String(7_890_000 + at) },
  ])
  const drawn: number[] = []
  for (let round = 0; round < 20; round += 1)
    drawn.push(await timed(() => drawDocument({ title: 'Etiquetas', paper: 'label', label, sheets })))
  const what = `PDF of ${LABELS} labels of products with bars, 95th percentile, against ${MOST_LABELS} ms`
  yield limitLine(what, { ours: [p95(drawn)], other: [] }, time, MOST_LABELS)
}

/** As many texts as the items have, one below the other. */
async function drawBare(): Promise<void> {
  const document = new PDFDocument({ margin: 20 })
  const bytes = buffer(document)
  document.fontSize(7)
  for (let at = 0; at < ITEMS * 15; at += 1)
    document.text('1.234,50', 20 + (at % 15) * 36, 20 + (Math.floor(at / 15) % 70) * 10, { lineBreak: false })
  document.end()
  await bytes
}
