import {
  type DataRow,
  type RecordBody,
  type RecordOf,
  tableOf,
  type UnitOfWork,
  writeOneOrMore,
} from '../../../../server/domain.ts'
import { directionOf } from '../matching/proposal.ts'
import type { HeldLine } from './heldLines.ts'
import type { BillPayment, Settlement } from './payBill.ts'

/** A line with what it is settled by. */
export interface SettledLine extends BillPayment {
  readonly line: HeldLine
}

/** The words of a bill that is made of a line. */
export interface NewBill {
  readonly descricao: string
  readonly classificacaoId: number
  readonly centroCustoId: number
  readonly parceiroId: number | null
}

/** A bill of the line's value, paid on its day. */
export const billOfLine = ({ day, cents }: HeldLine, words: NewBill): DataRow => ({
  ...words,
  tipo: directionOf(cents),
  vencimento: day,
  valor: Math.abs(cents) / 100,
  pago: true,
  pagamento: day,
})

/** Saves bills and lines as one deed: what is paid or made and what is settled by it are taken back together. */
export async function settleLines(settled: readonly SettledLine[], work: UnitOfWork): Promise<void> {
  const bills = settled.filter(({ bill }) => bill !== undefined)
  const table = tableOf(work.model, 'Conta')
  const saved =
    bills.length === 0
      ? []
      : await writeOneOrMore(
          bills.map(({ bill }) => ({ ...bill })),
          table,
          work,
        )
  const idOf = new Map(bills.map(({ line }, at) => [line.id, Number(saved[at]?.id)]))
  await saveLines(
    settled.map(({ line, settlement }) => ({
      id: line.id,
      situacao: 'CONCILIADO',
      ...(settlement satisfies Settlement),
      ...(settlement.fez === 'CRIOU' ? { contaId: idOf.get(line.id) } : {}),
      conciliado_por: work.caller.name || work.caller.email,
      conciliado_em: new Date().toISOString(),
    })),
    work,
  )
}

/** Writes what the server keeps of lines. */
export const saveLines = (rows: readonly RecordBody<RecordOf<'Conta_extratos'>>[], work: UnitOfWork): Promise<DataRow[]> =>
  writeOneOrMore(rows, tableOf(work.model, 'Conta_extratos'), { ...work, byServer: true })
