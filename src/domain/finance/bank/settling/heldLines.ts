import { ApiError, type DataRow, lockRecords, tableOf, type UnitOfWork } from '../../../../server/domain.ts'
import type { OpenLine } from '../matching/proposal.ts'

/** A statement's line as it is settled. */
export interface HeldLine extends OpenLine {
  readonly state: string
  readonly proposal: string
  readonly proposedBill: number | null
  readonly proposedCurrency: number | null
  readonly proposedDay: string | null
  readonly bill: number | null
  readonly did: string
}

/** These lines as they stand, held until the transaction ends, in the order asked. @throws ApiError 404 where one is not of the store */
export async function holdLines(ids: readonly number[], work: UnitOfWork): Promise<HeldLine[]> {
  const asked = [...new Set(ids)]
  const rows = await lockRecords(tableOf(work.model, 'Conta_extratos'), asked, work)
  const found = new Map(rows.map(row => [Number(row.id), lineOf(row)]))
  return asked.map(id => {
    const line = found.get(id)
    if (!line) throw new ApiError(404, 'not-found')
    return line
  })
}

/** One that waits. @throws ApiError 404; 422 where it was settled or put aside before, or came without a day */
export async function holdOpenLine(id: number, work: UnitOfWork): Promise<HeldLine> {
  const [line] = await holdLines([id], work)
  if (!line) throw new ApiError(404, 'not-found')
  if (line.state !== 'CONCILIAR') throw new ApiError(422, line.state === 'IGNORADO' ? 'bank.line-ignored' : 'bank.line-done')
  if (line.day === '') throw new ApiError(422, 'bank.line-of-statement')
  return line
}

const lineOf = (row: DataRow): HeldLine => ({
  id: Number(row.id),
  day: String(row.data ?? ''),
  cents: Math.round(Number(row.valor) * 100),
  memo: String(row.memo ?? ''),
  key: String(row.memo_chave ?? ''),
  state: String(row.situacao),
  proposal: String(row.proposta ?? 'NENHUMA'),
  proposedBill: numberOf(row.proposta_contaId),
  proposedCurrency: numberOf(row.proposta_moedaId),
  proposedDay: typeof row.proposta_dia === 'string' ? row.proposta_dia : null,
  bill: numberOf(row.contaId),
  did: String(row.fez ?? ''),
})

const numberOf = (value: unknown): number | null => (value === null || value === undefined ? null : Number(value))
