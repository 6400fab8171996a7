import { calculateDraft, createDraftMemory, type DraftRecord, type NoteHeader } from '../../../src/domain/fiscal/core/public.ts'
import { shippedLawFor } from '../../../src/domain/fiscal/public.ts'
import { type BenchResult, limitLine, time } from '../figures.ts'

const ITEMS = 990
const TURNS = 40
/** A whole recalculation is waited for; one item must leave room in its frame for what draws. */
const MOST = { whole: 50, item: 8 }

const header: NoteHeader = {
  emitida_em: '2026-11-23',
  regime: 3,
  uf_emitente: 'SP',
  uf_destinatario: 'SP',
  consumidor: false,
  identificador_ie_dest: 1,
  pis_cofins_sem_icms: true,
  total_desconto: 10,
  total_frete: 0,
  total_seguro: 0,
  total_outro: 0,
}
const law = shippedLawFor(header)
const codes = ['00', '10', '20', '70', '40']

/** The calculation behind a key in the longest NF-e: of all items, as a discount of the whole note is typed, and of one. */
export async function* measureInvoice(): AsyncGenerator<BenchResult> {
  const memory = createDraftMemory()
  const work = (rows: readonly DraftRecord[], total_desconto: number): DraftRecord[] =>
    calculateDraft({ header: { ...header, total_desconto }, manual: false, rows }, law, memory).rows
  let rows = work(
    Array.from({ length: ITEMS }, (_, at) => ({
      ...{
        quantidade: (at % 30) + 1,
        valor_unitario: 1.234567 * ((at % 7) + 1),
        icms_cst: codes[at % codes.length],
        icms_alq: 18,
      },
      ...{
        icms_st_mva: 40,
        icms_st_alq: 18,
        icms_red_bc: 33.33,
        pis_cst: '01',
        pis_alq: 1.65,
        cofins_cst: '01',
        cofins_alq: 7.6,
      },
      ...{ ipi_cst: '50', ipi_alq: 5 },
    })),
    0,
  )
  const times: Record<keyof typeof MOST, number[]> = { whole: [], item: [] }
  const timed = (of: keyof typeof MOST, next: () => DraftRecord[]): void => {
    const start = performance.now()
    rows = next()
    times[of].push(performance.now() - start)
  }
  for (let turn = 0; turn < TURNS; turn += 1) {
    timed('whole', () => work(rows, 10 + turn))
    work(rows, 0)
    rows = work(rows, 0)
    const [first, ...others] = rows
    timed('item', () => work([{ ...first, quantidade: 50 + turn }, ...others], 0))
  }
  const line = (what: string, of: keyof typeof MOST): BenchResult =>
    limitLine(`${what}, against ${MOST[of]} ms`, { ours: times[of].slice(5), other: [] }, time, MOST[of])
  yield line(`NF-e of ${ITEMS} items worked out anew`, 'whole')
  yield line('the same as one item of it changes', 'item')
}
