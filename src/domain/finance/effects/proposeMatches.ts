import { ApiError, type DataRow, type Effect, hasRow, requireStore, type UnitOfWork } from '../../../server/domain.ts'
import { memoKey } from '../bank/matching/memoWords.ts'
import { proposeLines } from '../bank/matching/proposeLines.ts'

interface Wanted {
  readonly lines: Set<number>
  readonly bills: Set<number>
  readonly values: Set<number>
}

/** Changes of the transactions at hand so far, by their last steps. */
const wanted = new WeakMap<UnitOfWork['beforeCommit'], Wanted>()

/** Lines are thought of once, when all of the transaction is written. */
function wantedOf(work: UnitOfWork): Wanted {
  const known = wanted.get(work.beforeCommit)
  if (known) return known
  const made = { lines: new Set<number>(), bills: new Set<number>(), values: new Set<number>() }
  wanted.set(work.beforeCommit, made)
  work.beforeCommit.push(async () => {
    wanted.delete(work.beforeCommit)
    await proposeLines(work, { lines: [...made.lines], bills: [...made.bills], values: [...made.values] })
  })
  return made
}

/** A line that comes, waits again or is settled: its memo by its words, and what it and others of its value may be. */
export const proposeForLine: Effect = {
  lists: [],
  async before({ body }) {
    return typeof body.memo === 'string' ? { memo_chave: memoKey(body.memo) } : undefined
  },
  async after({ record, work }) {
    wantedOf(work).lines.add(Number(record.id))
    if (typeof record.valor === 'number') wantedOf(work).values.add(record.valor)
  },
  // The proof that bills were paid stays until they are open again.
  async remove({ before }) {
    if (before.situacao === 'CONCILIADO') throw new ApiError(422, 'bank.line-reconciled')
  },
}

/** A bill that comes, changes or goes may be what lines of its value wait for, and is no more what they waited for. */
export const proposeForBill: Effect = {
  lists: [],
  async before({ before, body, work }) {
    // A line that was split lets its bills go itself: it says so.
    if (before?.pago && movesMoney(before, body) && body.extratoId !== null) await refuseReconciled(before, work)
    return undefined
  },
  async after({ record, before, work }) {
    // Taking back another deed may open it, too.
    if (before?.pago && !record.pago) await refuseReconciled({ ...before, extratoId: record.extratoId }, work)
    note(record, work)
    if (before) note(before, work)
  },
  async remove({ before, work }) {
    await refuseReconciled(before, work)
    note(before, work)
  },
}

/** Whether a body changes the payment of a paid bill: neither that it was paid nor how much may change while a line says so. */
const movesMoney = (before: DataRow, body: DataRow): boolean =>
  body.pago === false ||
  (body.tipo ?? before.tipo) !== before.tipo ||
  ['valor', 'desconto', 'juros'].some(name => name in body && Number(body[name] ?? 0) !== Number(before[name] ?? 0))

async function refuseReconciled({ id, extratoId }: DataRow, { q, caller }: UnitOfWork): Promise<void> {
  if (extratoId) throw new ApiError(422, 'bank.bill-reconciled')
  const isSettled = await hasRow(q, 'Conta_extratos', { lojaId: requireStore(caller), contaId: Number(id) })
  if (isSettled) throw new ApiError(422, 'bank.bill-reconciled')
}

function note({ id, tipo, valor, valor_pago }: DataRow, work: UnitOfWork): void {
  const { bills, values } = wantedOf(work)
  bills.add(Number(id))
  for (const value of [valor, valor_pago]) if (typeof value === 'number') values.add(tipo === 'PAGAR' ? -value : value)
}
