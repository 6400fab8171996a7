import PDFDocument from 'pdfkit'
import { elementOf } from '../../../src/plugins/nfe/danfce/fixtures/consumerNote.ts'
import { invoiceNote } from '../../../src/plugins/nfe/danfe/fixtures/invoiceNote.ts'
import { paperOfNote } from '../../../src/plugins/nfe/danfe/notePapers.ts'
import { collectPdf } from '../../../src/plugins/nfe/paper/collectPdf.ts'
import { type BenchResult, milliseconds } from '../figures.ts'
import { percentile } from '../statistics.ts'
import { timed } from '../timed.ts'

const ITEMS = 100
const TURNS = 60
/** A paper that takes longer is waited for. */
const MOST = 300

/** The DANFE of a long note, from its stored XML to the PDF, against 300 ms; beside it the same texts drawn without a layout. */
export async function measurePapers(): Promise<BenchResult[]> {
  const { text } = invoiceNote({ itens: ITEMS, duplicatas: 3, informacao: 'Entregar pela manhã.' })
  const ours: number[] = []
  const bare: number[] = []
  for (let turn = 0; turn < TURNS + 5; turn += 1) {
    const times = [await timed(() => paperOfNote(elementOf(text))), await timed(drawBare)] as const
    // The first turns load code.
    if (turn < 5) continue
    ours.push(times[0])
    bare.push(times[1])
  }
  const [p95, bareP95] = [ours, bare].map(times =>
    percentile(
      [...times].sort((one, other) => one - other),
      0.95,
    ),
  )
  return [
    {
      what: `DANFE of ${ITEMS} items from its stored XML to the PDF, 95th percentile, against ${MOST} ms`,
      ours: milliseconds(p95 ?? Number.NaN),
      baseline: `${MOST} ms`,
      ratio: (p95 ?? Number.NaN) / MOST,
      bar: { most: 1 },
      note: `as many texts drawn without a layout: ${milliseconds(bareP95 ?? Number.NaN)}`,
    },
  ]
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
