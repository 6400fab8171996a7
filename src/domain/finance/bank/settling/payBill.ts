import { ApiError, type DataRow, lockRecords, requireStore, tableOf, type UnitOfWork } from '../../../../server/domain.ts'
import { directionOf } from '../matching/proposal.ts'
import type { HeldLine } from './heldLines.ts'

/** The outcome of a line: the bill or the sales that it was, and the deed of its reconciliation. */
export interface Settlement {
  readonly contaId?: number
  readonly moedaId?: number
  readonly vendas_em?: string
  readonly fez: 'LIGOU' | 'PAGOU' | 'CRIOU' | 'VENDAS'
}

/** A settlement with what has to be saved of its bill. */
export interface BillPayment {
  readonly settlement: Settlement
  readonly bill?: DataRow
}

export const centsOf = (value: unknown): number => Math.round(Number(value ?? 0) * 100)

/** Bills by id, held until the transaction ends, but those that another line has. */
export async function holdBills(ids: readonly number[], work: UnitOfWork): Promise<ReadonlyMap<number, DataRow>> {
  if (ids.length === 0) return new Map()
  const rows = await lockRecords(tableOf(work.model, 'Conta'), [...new Set(ids)], work)
  const { rows: taken } = await work.q.query<{ id: number }>(
    'SELECT "contaId"::float8 AS id FROM "Conta_extratos" WHERE "lojaId" = $1 AND "contaId" = ANY ($2::bigint[])',
    [requireStore(work.caller), ids],
  )
  const others = new Set(taken.map(({ id }) => id))
  return new Map(rows.filter(({ id, extratoId }) => !others.has(Number(id)) && !extratoId).map(row => [Number(row.id), row]))
}

/**
 * How a line settles a bill. One that is open is paid on the line's day; what the line has more or less is interest or discount, where that is
 * `meant`. One that was paid before keeps what was noted.
 *
 * @throws ApiError where the line cannot be this bill's payment
 */
export function payBill(line: HeldLine, bill: DataRow | undefined, meant: boolean): BillPayment {
  if (!bill) throw new ApiError(422, 'bank.bill-gone')
  if (bill.perda) throw new ApiError(422, 'bank.bill-lost')
  if (bill.tipo !== directionOf(line.cents)) throw new ApiError(422, line.cents < 0 ? 'bank.bill-receives' : 'bank.bill-pays')
  const value = Math.abs(line.cents)
  const contaId = Number(bill.id)
  if (bill.pago) {
    if (centsOf(bill.valor_pago) !== value) throw new ApiError(422, 'bank.bill-other-value')
    return { settlement: { contaId, fez: 'LIGOU' } }
  }
  const more = value - centsOf(bill.valor)
  if (more !== 0 && !meant) throw new ApiError(422, 'bank.proposal-changed')
  const paid = {
    id: contaId,
    pago: true,
    pagamento: line.day,
    juros: more > 0 ? more / 100 : null,
    desconto: more < 0 ? -more / 100 : null,
  }
  return { settlement: { contaId, fez: 'PAGOU' }, bill: paid }
}
