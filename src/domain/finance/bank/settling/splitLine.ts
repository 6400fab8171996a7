import { ApiError, type DataRow, tableOf, type UnitOfWork, validationError, writeRecords } from '../../../../server/domain.ts'
import { directionOf } from '../matching/proposal.ts'
import type { HeldLine } from './heldLines.ts'
import { centsOf, holdBills } from './payBill.ts'
import { saveLines } from './settleLines.ts'

/** How much of a line pays a bill, in reais. */
export interface LinePart {
  readonly contaId: number
  readonly valor: number
}

/** The fields that the rest of a bill has from it. */
const words = [
  'tipo',
  'descricao',
  'vencimento',
  'parceiroId',
  'classificacaoId',
  'centroCustoId',
  'observacao',
  'parcela',
  'ocorrencias',
  'nfeId',
  'pedidoId',
]

/**
 * Settles a line by several bills, or by a part of one, as one deed. A bill that is paid in part is paid with that part; what is left of it is an open
 * bill of its own (`restoDeId`), which another line may pay.
 *
 * @throws ApiError where the parts are not the line, or one of them is more than its bill
 */
export async function splitLine(line: HeldLine, parts: readonly LinePart[], work: UnitOfWork): Promise<void> {
  const paid = parts.filter(({ valor }) => centsOf(valor) > 0)
  const sum = paid.reduce((all, { valor }) => all + centsOf(valor), 0)
  if (new Set(paid.map(({ contaId }) => contaId)).size < paid.length)
    throw validationError([{ path: 'contas', code: 'bank.split-twice' }])
  if (paid.length === 0 || sum !== Math.abs(line.cents)) {
    const params = { sum: reais(sum), line: reais(Math.abs(line.cents)) }
    throw validationError([{ path: 'contas', code: 'bank.split-sum', params }])
  }
  const bills = await holdBills(
    paid.map(({ contaId }) => contaId),
    work,
  )
  const changes = paid.map(part => ({ part, bill: openBill(line, bills.get(part.contaId), part) }))
  const table = tableOf(work.model, 'Conta')
  const byServer = { ...work, byServer: true }
  await writeRecords(
    changes.map(({ part, bill }) => ({
      id: Number(bill.id),
      pago: true,
      pagamento: line.day,
      juros: null,
      desconto: null,
      extratoId: line.id,
      ...(centsOf(part.valor) < centsOf(bill.valor) ? { valor: part.valor } : {}),
    })),
    table,
    byServer,
  )
  const rests = changes.flatMap(({ part, bill }) => {
    const rest = centsOf(bill.valor) - centsOf(part.valor)
    return rest > 0
      ? [{ ...Object.fromEntries(words.map(name => [name, bill[name] ?? null])), valor: rest / 100, restoDeId: Number(bill.id) }]
      : []
  })
  if (rests.length > 0) await writeRecords(rests, table, byServer)
  const by = { conciliado_por: work.caller.name || work.caller.email, conciliado_em: new Date().toISOString() }
  await saveLines([{ id: line.id, situacao: 'CONCILIADO', fez: 'DIVIDIU', contaId: paid[0]?.contaId, ...by }], work)
}

const reais = (value: number): string => (value / 100).toFixed(2).replace('.', ',')

/** The bill, where this part of the line may pay it. */
function openBill(line: HeldLine, bill: DataRow | undefined, { valor }: LinePart): DataRow {
  if (!bill || bill.pago) throw new ApiError(422, 'bank.bill-gone')
  if (bill.perda) throw new ApiError(422, 'bank.bill-lost')
  if (bill.tipo !== directionOf(line.cents)) throw new ApiError(422, line.cents < 0 ? 'bank.bill-receives' : 'bank.bill-pays')
  if (centsOf(valor) > centsOf(bill.valor))
    throw validationError([
      {
        path: 'contas',
        code: 'bank.split-more',
        params: { bill: String(bill.descricao ?? bill.id), open: reais(centsOf(bill.valor)) },
      },
    ])
  return bill
}
