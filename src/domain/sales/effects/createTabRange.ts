import {
  type ApiError,
  addRecords,
  type Effect,
  type EffectContext,
  requireStore,
  validationError,
} from '../../../server/domain.ts'

/** Tabs made by one save. */
const MOST = 1000

/** With `codigo_ultimo` a new tab brings all those up to that code, alike but for it. Leading zeros are kept. */
export const createTabRange: Effect = {
  async before(saving) {
    const codes = rangeOf(saving)
    const used = codes.length === 0 ? [] : await usedCodes(codes, saving)
    if (used.length > 0)
      throw validationError([{ path: 'codigo_ultimo', code: 'tab.codes-used', params: { codes: used.slice(0, 10).join(', ') } }])
    return undefined
  },
  async after(saving) {
    const [, ...others] = rangeOf(saving)
    if (others.length === 0) return
    const { work, table, record } = saving
    const columns = Object.fromEntries(
      table.columns.flatMap(({ name, field }) => (kept(name) || field.readOnly ? [] : [[name, record[name] ?? null]])),
    )
    const made = others.map(codigo => ({ ...columns, codigo }))
    await addRecords(table, requireStore(work.caller), made, work)
  },
}

const kept = (name: string): boolean => ['id', 'lojaId', 'version', 'createdAt', 'updatedAt'].includes(name)

/** All codes of the range, the first included; none when the body asks for one tab. */
function rangeOf({ before, body }: EffectContext): string[] {
  const from = String(body.codigo ?? '').trim()
  const to = String(body.codigo_ultimo ?? '').trim()
  if (before || from === '' || to === '' || !/^\d{1,10}$/.test(to)) return []
  const refuse = (path: string, code: string, params = {}): ApiError => validationError([{ path, code, params }])
  if (!/^\d+$/.test(from)) throw refuse('codigo', 'tab.range-numeric')
  const count = Number(to) - Number(from) + 1
  if (count < 1) throw refuse('codigo_ultimo', 'tab.range-order')
  if (count > MOST) throw refuse('codigo_ultimo', 'tab.range-too-long', { max: MOST })
  return Array.from({ length: count }, (_, at) => String(Number(from) + at).padStart(from.length, '0'))
}

async function usedCodes(codes: readonly string[], { work, table }: EffectContext): Promise<string[]> {
  const { rows } = await work.q.query<{ codigo: string }>(
    `SELECT "codigo" FROM ${table.sql} WHERE "lojaId" = $1 AND "codigo" = ANY($2) ORDER BY 1`,
    [requireStore(work.caller), codes],
  )
  return rows.map(row => row.codigo)
}
