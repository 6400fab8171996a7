import { nextVersion, type Queries, type RowOf } from '../../../server/domain.ts'
import { amountText } from '../intake/amount.ts'
import type { CashSession } from './readSession.ts'

/** The stored parts of a session. */
export interface StandingSession {
  readonly id: number
  readonly status: number
  readonly closed: boolean
}

export const sessionKey = ({ equipamentoId, abertura }: Pick<CashSession, 'equipamentoId' | 'abertura'>): string =>
  `${equipamentoId} ${abertura}`

/** Locks the sessions that stand already, in the order of their keys. */
export async function lockSessions(
  q: Queries,
  lojaId: number,
  sessions: readonly CashSession[],
): Promise<ReadonlyMap<string, StandingSession>> {
  const { rows } = await q.query<RowOf<'caixas', 'id' | 'status' | 'equipamentoId' | 'abertura'> & { closed: boolean }>(
    `SELECT id, "equipamentoId", abertura, status, fechado_em IS NOT NULL AS closed FROM caixas
     WHERE "lojaId" = $1 AND ("equipamentoId", abertura) IN (SELECT * FROM unnest($2::bigint[], $3::bigint[])) ORDER BY id FOR UPDATE`,
    [lojaId, sessions.map(({ equipamentoId }) => equipamentoId), sessions.map(({ abertura }) => abertura)],
  )
  return new Map(
    rows.map(({ id, equipamentoId, abertura, status, closed }) => [
      `${equipamentoId} ${abertura}`,
      { id: Number(id), status, closed },
    ]),
  )
}

type Written = { readonly id: number; readonly status: 'created' | 'changed' | 'unchanged' }

const CHECKED = 2

/** Writes a session, new or again. */
export async function writeSession(
  q: Queries,
  lojaId: number,
  session: CashSession,
  found: StandingSession | undefined,
): Promise<Written> {
  const columns = [
    lojaId,
    session.equipamentoId,
    session.abertura,
    session.operador,
    session.aberto_em,
    session.fechado_em,
    session.valor_inicial === null ? null : amountText(session.valor_inicial, 2),
    session.valor_proximo === null ? null : amountText(session.valor_proximo, 2),
    session.ultimo_mov,
    session.ultimoMovimentoId,
    session.fechado_em === null ? 0 : 1,
  ]
  if (!found) {
    const { rows } = await q.query<RowOf<'caixas', 'id'>>(INSERT, columns)
    const id = Number(rows[0]?.id)
    await writeValues(q, lojaId, id, session)
    return { id, status: 'created' }
  }
  const { id } = found
  if (found.status === CHECKED || (found.closed && session.fechado_em === null)) return { id, status: 'unchanged' }
  const changed = (await q.query(UPDATE, [...columns, id])).rowCount > 0
  const counted = await writeValues(q, lojaId, id, session)
  if (!changed && counted) await q.query(TOUCH, [lojaId, id])
  return { id, status: changed || counted ? 'changed' : 'unchanged' }
}

const names = 'operador, aberto_em, fechado_em, valor_inicial, valor_proximo, ultimo_mov, "ultimoMovimentoId", status'

const INSERT = `INSERT INTO caixas ("lojaId", "equipamentoId", abertura, ${names}, sincronizacao)
  VALUES ($1, $2, $3, $4, $5, $6, coalesce($7::numeric, 0), coalesce($8::numeric, 0), $9, $10, $11, 'COMPLETO') RETURNING id`

/** Fields that a message leaves out stay as they were: an end that tells no opening amount leaves that of the beginning. */
const told = `coalesce($4::text, operador), $5::timestamptz, $6::timestamptz, coalesce($7::numeric, valor_inicial),
    coalesce($8::numeric, valor_proximo), coalesce($9::bigint, ultimo_mov), coalesce($10::bigint, "ultimoMovimentoId"), $11::bigint`

const UPDATE = `UPDATE caixas SET (${names}) = ROW(${told}), ${nextVersion()}
  WHERE "lojaId" = $1 AND id = $12 AND "equipamentoId" = $2 AND abertura = $3 AND (${names}) IS DISTINCT FROM (${told})`

const TOUCH = `UPDATE caixas SET ${nextVersion()} WHERE "lojaId" = $1 AND id = $2`

/** Writes what was counted; what people corrected since stays. Whether something is new. */
async function writeValues(q: Queries, lojaId: number, id: number, { valores }: CashSession): Promise<boolean> {
  if (valores === null) return false
  const params = [
    lojaId,
    id,
    valores.map(({ moedaId }) => moedaId),
    valores.map(({ contabilizado }) => amountText(contabilizado, 2)),
    valores.map(({ informado }) => amountText(informado, 2)),
  ]
  const gone = await q.query(GONE, params.slice(0, 3))
  const changed = await q.query(CHANGE_VALUES, params)
  const made = await q.query(ADD_VALUES, params)
  return gone.rowCount + changed.rowCount + made.rowCount > 0
}

const SENT = 'unnest($3::bigint[], $4::numeric[], $5::numeric[]) u(moeda, contabilizado, informado)'

const GONE = 'DELETE FROM caixas_valores WHERE "lojaId" = $1 AND "caixasId" = $2 AND NOT "moedaId" = ANY ($3::bigint[])'

const CHANGE_VALUES = `UPDATE caixas_valores v SET valor_contabilizado = u.contabilizado, valor_informado = u.informado,
    valor_corrigido = CASE WHEN v.valor_corrigido IS NOT DISTINCT FROM greatest(v.valor_informado, 0) THEN greatest(u.informado, 0) ELSE v.valor_corrigido END
  FROM ${SENT} WHERE v."lojaId" = $1 AND v."caixasId" = $2 AND v."moedaId" = u.moeda
    AND (v.valor_contabilizado, v.valor_informado) IS DISTINCT FROM (u.contabilizado, u.informado)`

const ADD_VALUES = `INSERT INTO caixas_valores ("lojaId", "caixasId", "moedaId", valor_contabilizado, valor_informado, valor_corrigido)
  SELECT $1, $2, u.moeda, u.contabilizado, u.informado, greatest(u.informado, 0) FROM ${SENT}
  WHERE u.moeda NOT IN (SELECT v."moedaId" FROM caixas_valores v WHERE v."lojaId" = $1 AND v."caixasId" = $2 AND v."moedaId" IS NOT NULL)`
