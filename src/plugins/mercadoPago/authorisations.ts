import { createHash, randomBytes } from 'node:crypto'
import { ApiError, type Caller, type OperationContext, type Queries, type RowOf, tableOf } from '../../server/plugin.ts'

/** Minutes in which somebody comes back from the authorization page. */
const minutes = 30
const register = 'Mercado_Pago_autorizacoes'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')

type Context = Pick<OperationContext<unknown>, 'model'>

/**
 * Notes that somebody goes to the authorization page, and gives the state that has to come back: random, good once and for half an hour, in this store
 * and this session alone. Only its hash is kept.
 */
export async function beginAuthorisation(q: Queries, { model }: Context, lojaId: number, { session }: Caller): Promise<string> {
  const state = randomBytes(24).toString('base64url')
  const table = tableOf(model, register).sql
  await q.query(`DELETE FROM ${table} WHERE "lojaId" = $1 AND "createdAt" < now() - interval '1 day'`, [lojaId])
  await q.query(
    `INSERT INTO ${table} ("lojaId", estado, sessao, vence_em) VALUES ($1, $2, $3, now() + $4 * interval '1 minute')`,
    [lojaId, hashOf(state), hashOf(session), minutes],
  )
  return state
}

/** Takes a return: no other has this state from now on. Throws ApiError 409 in words where it is foreign, late or taken before. */
export async function takeReturn(
  q: Queries,
  { model }: Context,
  lojaId: number,
  { session }: Caller,
  state: string,
): Promise<void> {
  const table = tableOf(model, register).sql
  const { rows } = await q.query<
    RowOf<'Mercado_Pago_autorizacoes', 'id'> & { own: boolean; late: boolean; used: boolean; done: boolean }
  >(
    `SELECT id::text AS id, sessao = $3 AS own, vence_em < now() AS late, usada_em IS NOT NULL AS used, concluida_em IS NOT NULL AS done
     FROM ${table} WHERE "lojaId" = $1 AND estado = $2 FOR UPDATE`,
    [lojaId, hashOf(state), hashOf(session)],
  )
  const [found] = rows
  if (!found?.own) throw new ApiError(409, 'mercado-pago.return-foreign')
  if (found.used) throw new ApiError(409, found.done ? 'mercado-pago.return-repeated' : 'mercado-pago.return-interrupted')
  if (found.late) throw new ApiError(409, 'mercado-pago.return-late')
  await q.query(`UPDATE ${table} SET usada_em = now() WHERE "lojaId" = $1 AND id = $2`, [lojaId, found.id])
}

/** Notes that a return that was taken came to its end, whatever that was. */
export async function concludeReturn(q: Queries, { model }: Context, lojaId: number, state: string): Promise<void> {
  const table = tableOf(model, register).sql
  await q.query(`UPDATE ${table} SET concluida_em = now() WHERE "lojaId" = $1 AND estado = $2`, [lojaId, hashOf(state)])
}

/** Tells whether the provider is being asked for another return, once the caller's own is concluded. What a server that died took counts for a minute. */
export async function isOtherReturning(q: Queries, { model }: Context, lojaId: number): Promise<boolean> {
  const { rows } = await q.query(
    `SELECT FROM ${tableOf(model, register).sql} WHERE "lojaId" = $1 AND concluida_em IS NULL AND usada_em > now() - interval '1 minute' LIMIT 1`,
    [lojaId],
  )
  return rows.length > 0
}
