import {
  ApiError,
  changeFields,
  inputOfStore,
  inTransaction,
  lockRecords,
  noteChange,
  type OperationContext,
  objectOf,
  operation,
  type RecordOf,
  requireStore,
  type StoredRecord,
  tableOf,
} from '../../../server/domain.ts'
import { keepTotals } from '../cash/keepTotals.ts'

const CLOSED = 1
const CHECKED = 2

type Reached = typeof CLOSED | typeof CHECKED

type Session = StoredRecord<RecordOf<'caixas'>>

const output = objectOf({ id: { type: 'integer' }, status: { type: 'integer' } })

/** Checks a closed session: what nobody corrected is taken as it was counted. One whose sales have not all arrived is checked knowingly. */
export const checkSession = operation({
  method: 'POST',
  path: 'caixas/conferir',
  title: 'Conferir um caixa fechado',
  gate: 'caixa_conferir',
  input: inputOfStore(
    {
      id: { type: 'integer' },
      pendente: { type: 'boolean', description: 'Conferir mesmo que faltem vendas' },
    },
    ['id'],
  ),
  output,
  messages: ['not-found', 'cash.open', 'cash.checked-already', 'cash.pending'],
  run: running => moveOne(running, CHECKED, session => whyNotChecked(session, running.input.pendente === true)),
})

/** Opens a checked session again, so that it can be corrected. */
export const reopenSession = operation({
  method: 'POST',
  path: 'caixas/reabrir',
  title: 'Reabrir um caixa conferido',
  gate: 'owner || admin',
  input: inputOfStore({ id: { type: 'integer' } }),
  output,
  messages: ['not-found', 'cash.not-checked'],
  run: running => moveOne(running, CLOSED, ({ status }) => (Number(status) === CHECKED ? undefined : 'cash.not-checked')),
})

/** Most sessions of one check: a year of one till. */
const MOST = 366

/** Checks several closed sessions as they were counted, as one deed. Those that cannot be checked stay as they are and are counted. */
export const checkSessions = operation({
  method: 'POST',
  path: 'caixas/conferirVarios',
  title: 'Conferir vários caixas fechados, como foram contados',
  gate: 'caixa_conferir',
  input: inputOfStore({
    ids: { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: MOST },
  }),
  output: objectOf({
    conferidos: { type: 'integer' },
    pendentes: { type: 'integer', description: 'Com vendas que ainda não chegaram: confira um a um' },
    outros: { type: 'integer', description: 'Abertos, ou já conferidos' },
  }),
  messages: ['not-found', 'cash.none-to-check'],
  async run(running) {
    const told: (string | undefined)[] = []
    await move(running, running.input.ids, CHECKED, session => {
      const code = whyNotChecked(session, false)
      told.push(code)
      return code === undefined
    })
    const count = (...codes: (string | undefined)[]): number => told.filter(code => codes.includes(code)).length
    const conferidos = count(undefined)
    if (conferidos === 0) throw new ApiError(400, 'cash.none-to-check')
    return { conferidos, pendentes: count('cash.pending'), outros: count('cash.open', 'cash.checked-already') }
  },
})

function whyNotChecked({ status, sincronizacao }: Session, knowingly: boolean): string | undefined {
  if (Number(status) === CHECKED) return 'cash.checked-already'
  if (Number(status) !== CLOSED) return 'cash.open'
  return sincronizacao === 'PENDENTE' && !knowingly ? 'cash.pending' : undefined
}

async function moveOne(
  running: OperationContext<{ readonly id: number }>,
  to: Reached,
  refused: (session: Session) => string | undefined,
): Promise<{ id: number; status: number }> {
  const { id } = running.input
  await move(running, [id], to, session => {
    const code = refused(session)
    if (code !== undefined) throw new ApiError(400, code)
    return true
  })
  return { id, status: to }
}

/** Moves to a state those of the sessions that may go there as they stand under lock. The history tells who did. */
async function move(
  { model, caller, writing }: OperationContext<unknown>,
  asked: readonly number[],
  to: Reached,
  may: (session: Session) => boolean,
): Promise<void> {
  const lojaId = requireStore(caller)
  const table = tableOf(model, 'caixas')
  await inTransaction(writing, table.register, async work => {
    const found = await lockRecords(table, [...new Set(asked)], work, 'all')
    if (found.length === 0) throw new ApiError(404, 'not-found')
    const moved = found.filter(may)
    const ids = moved.map(({ id }) => id)
    if (ids.length === 0) return
    await noteChange(table, moved, work, async () => {
      if (to === CHECKED)
        await work.q.query(
          `UPDATE caixas_valores SET valor_corrigido = greatest(valor_informado, 0)
           WHERE "lojaId" = $1 AND "caixasId" = ANY ($2::bigint[]) AND valor_corrigido IS NULL`,
          [lojaId, ids],
        )
      const checked = to === CHECKED
      const by = {
        conferido_por: checked ? caller.name || caller.email : null,
        conferido_em: checked ? new Date().toISOString() : null,
      }
      await changeFields(table, ids, { status: to, ...by }, { q: work.q, lojaId })
      await keepTotals(work.q, lojaId, ids)
    })
  })
}
