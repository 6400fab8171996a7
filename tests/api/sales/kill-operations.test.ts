import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isGone, killableServer } from '../fixtures/killableServer.ts'

const shop = killableServer()

const ROUNDS = 10
/** Of each kind, more than all rounds use up. */
const SALES = 300
const COUNTS = 80
const ORDERS = 40
const SESSIONS = 300
const COUNTED = 3

/** Works off a list, call by call, until the server is gone; what was cut off is begun again in the next round. */
const worker = (left: number[], call: (id: number) => Promise<{ readonly status: number; readonly body: unknown }>) => {
  const answered: number[] = []
  let cut: number | undefined
  return {
    answered,
    left,
    work: async (): Promise<void> => {
      for (;;) {
        const again = cut !== undefined
        const id = cut ?? left.shift()
        if (id === undefined) return
        cut = id
        try {
          const { status, body } = await call(id)
          // A call that was cut off may have been done: then it says so, and nothing is done twice.
          if (!again) expect([status, body]).toEqual([200, expect.anything()])
          else expect([200, 400, 409, 422], JSON.stringify(body)).toContain(status)
          answered.push(id)
          cut = undefined
        } catch (error) {
          if (isGone(error)) return
          throw error
        }
      }
    },
  }
}

const made = async (path: string, body: object): Promise<number> => {
  const reply = await shop.call('POST', path, { lojaId: 1, ...body })
  expect([reply.status, reply.body]).toEqual([expect.toSatisfy((status: number) => status < 300), expect.anything()])
  return (reply.body as { id: number }).id
}

const idsOf = async (register: string, where: object = {}, limit = 1): Promise<number[]> => {
  const filter = encodeURIComponent(JSON.stringify({ where, limit, order: 'id ASC', fields: ['id'] }))
  const { body } = await shop.call('GET', `${register}?lojaId=1&filter=${filter}`)
  return (body as { id: number }[]).map(({ id }) => id)
}

async function sellMany(): Promise<number[]> {
  const [equipamentoId] = await idsOf('equipamentos')
  const [moedaId] = await idsOf('moedas')
  const [produtoId] = await idsOf('produtos')
  const movimentos = Array.from({ length: SALES }, (_, at) => ({
    equipamentoId,
    chave: `morta-${at}`,
    recebido_em: '2026-03-10T12:00:00Z',
    produtos: [{ produtoId, qtd: 1, valor_unitario: 5, valor_bruto: 5 }],
    recebimentos: [{ moedaId, valor: 5 }],
  }))
  const { body } = await shop.call('POST', 'Movimentos/lote', { lojaId: 1, movimentos })
  expect(body).toMatchObject({ recusados: 0 })
  return idsOf('Movimentos', { chave: { like: 'morta-%' } }, SALES)
}

async function closeMany(): Promise<number[]> {
  const [equipamentoId] = await idsOf('equipamentos')
  const [moedaId] = await idsOf('moedas')
  const caixas = Array.from({ length: SESSIONS }, (_, at) => ({
    equipamentoId,
    abertura: 900_000 + at,
    operador: 'morta',
    aberto_em: '2026-03-10T12:00:00Z',
    fechado_em: '2026-03-10T22:00:00Z',
    valores: [{ moedaId, valor_contabilizado: 250, valor_informado: 248.5 }],
  }))
  const { body } = await shop.call('POST', 'caixas/lote', { lojaId: 1, caixas })
  expect(body).toMatchObject({ recebidos: SESSIONS, recusados: 0 })
  return idsOf('caixas', { operador: 'morta' }, SESSIONS)
}

const countMany = async (products: readonly number[]): Promise<number[]> => {
  const ids: number[] = []
  for (let at = 0; at < COUNTS; at += 1)
    ids.push(
      await made('inventarios/save', {
        nome: `Morta ${at}`,
        itens: products.map(produtoId => ({ produtoId, quantidade_estoque: at })),
      }),
    )
  return ids
}

async function orderMany([produtoId]: readonly number[]): Promise<number[]> {
  const [parceiroId] = await idsOf('parceiros', { fornecedor: true })
  const [classificacaoId] = await idsOf('Conta_classificacoes')
  const [centroCustoId] = await idsOf('Conta_centros_custos')
  const ids: number[] = []
  for (let at = 0; at < ORDERS; at += 1)
    ids.push(
      await made('pedidos/save', {
        tipo: 'COMPRA',
        status: 'DIGITACAO',
        parceiroId,
        classificacaoId,
        centroCustoId,
        observacao: 'morta',
        itens: [{ produtoId, quantidade: 2, valor_unitario: 10.5 }],
        contas: [{ vencimento: '2027-01-31', valor: 21 }],
      }),
    )
  return ids
}

/** An order one step on; concluded it is done. */
const steps = ['ENVIADO', 'APROVADO', 'CONCLUIDO']
async function conclude(id: number): Promise<{ readonly status: number; readonly body: unknown }> {
  for (;;) {
    const { body } = await shop.call('GET', `pedidos/${id}?lojaId=1`)
    const order = body as { readonly status: string; readonly version: number }
    const next = steps[steps.indexOf(order.status) + 1]
    if (next === undefined) return { status: 200, body: order }
    const reply = await shop.call('POST', 'pedidos/save', { lojaId: 1, id, version: order.version, status: next })
    if (reply.status >= 300) return reply
  }
}

/** Ids of what is half or lost, by kind. Every table names the store, as on several machines it must. */
async function wrong(
  done: Readonly<Record<'cancelled' | 'finalised' | 'concluded' | 'checked', readonly number[]>>,
): Promise<object> {
  const ids = async (text: string, params: readonly unknown[] = []): Promise<number[]> =>
    (await shop.rows<{ id: string }>(text, params)).map(({ id }) => Number(id))
  return {
    lostCancellations: await ids('SELECT id FROM "Movimentos" WHERE "lojaId" = 1 AND id = ANY ($1) AND deletado_em IS NULL', [
      done.cancelled,
    ]),
    cancelledWithoutHistory: await ids(
      `SELECT id FROM "Movimentos" m WHERE "lojaId" = 1 AND chave LIKE 'morta-%' AND deletado_em IS NOT NULL
         AND (SELECT count(*) FROM user_logs WHERE "lojaId" = 1 AND recurso = 'Movimentos' AND "recursoId" = m.id::text) <> 1`,
    ),
    lostCounts: await ids(`SELECT id FROM inventarios WHERE "lojaId" = 1 AND id = ANY ($1) AND status <> 'FINALIZADO'`, [
      done.finalised,
    ]),
    halfCounts: await ids(
      `SELECT id FROM inventarios i WHERE "lojaId" = 1 AND nome LIKE 'Morta %' AND (
         (SELECT count(*) FROM estoque.contagens c WHERE c."lojaId" = 1 AND c.origem = 'inventarios' AND c."origemId" = i.id)
           <> CASE WHEN status = 'FINALIZADO' THEN ${COUNTED} ELSE 0 END
         OR (SELECT count(quebra_estoque) FROM inventarios_itens t WHERE t."lojaId" = 1 AND t."inventariosId" = i.id)
           <> CASE WHEN status = 'FINALIZADO' THEN ${COUNTED} ELSE 0 END)`,
    ),
    lostChecks: await ids('SELECT id FROM caixas WHERE "lojaId" = 1 AND id = ANY ($1) AND status <> 2', [done.checked]),
    halfChecks: await ids(
      `SELECT id FROM caixas c WHERE "lojaId" = 1 AND operador = 'morta'
         AND (SELECT count(*) FROM user_logs WHERE "lojaId" = 1 AND recurso = 'caixas' AND "recursoId" = c.id::text AND acao = 'alterar')
           <> CASE WHEN status = 2 THEN 1 ELSE 0 END`,
    ),
    lostOrders: await ids(`SELECT id FROM pedidos WHERE "lojaId" = 1 AND id = ANY ($1) AND status <> 'CONCLUIDO'`, [
      done.concluded,
    ]),
    halfOrders: await ids(
      `SELECT id FROM pedidos p WHERE "lojaId" = 1 AND observacao = 'morta' AND (
         (SELECT count(*) FROM "Conta" c WHERE c."lojaId" = 1 AND c."pedidoId" = p.id) <> CASE WHEN status = 'DIGITACAO' THEN 0 ELSE 1 END
         OR (SELECT coalesce(sum(quantidade), 0) FROM estoque.lancamentos l WHERE l."lojaId" = 1 AND l.origem = 'pedidos' AND l."origemId" = p.id)
           <> CASE WHEN status = 'CONCLUIDO' THEN 2 ELSE 0 END
         OR (SELECT count(*) FROM pedidos_historico_status h WHERE h."lojaId" = 1 AND h."pedidosId" = p.id)
           <> array_position(ARRAY['DIGITACAO', 'ENVIADO', 'APROVADO', 'CONCLUIDO'], status))`,
    ),
  }
}

test('kill -9 amid cancellations, counts, orders and checks: nothing is lost, half or done twice', {
  timeout: 1_200_000,
}, async () => {
  await shop.start()
  const products = await idsOf('produtos', {}, COUNTED)
  const sales = await sellMany()
  const cancelled = worker(sales, movimentoId => shop.call('POST', 'Movimentos/cancela', { lojaId: 1, movimentoId }))
  const finalised = worker(await countMany(products), inventarioId =>
    shop.call('POST', 'inventarios/finaliza', { lojaId: 1, inventarioId, contagem_em: '2026-03-11T12:00:00.000Z' }),
  )
  const concluded = worker(await orderMany(products), conclude)
  const checked = worker(await closeMany(), id => shop.call('POST', 'caixas/conferir', { lojaId: 1, id }))
  const workers = [cancelled, finalised, concluded, checked]
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = workers.map(({ answered }) => answered.length)
    // Somewhere in the middle of the next call of each, another moment each time.
    await shop.killAmid(
      round * 3,
      workers.map(({ work }) => work),
      () => workers.every(({ answered, left }, at) => left.length === 0 || answered.length > (before[at] ?? 0)),
    )
  }
  const done = {
    cancelled: cancelled.answered,
    finalised: finalised.answered,
    concluded: concluded.answered,
    checked: checked.answered,
  }
  for (const answered of Object.values(done)) expect(answered.length).toBeGreaterThanOrEqual(ROUNDS)
  const found = await wrong(done)
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map(name => [name, []])))
  await shop.stop()
  const env = { ...process.env, ...shop.database, DATA_DIR: join(shop.folder, 'data') }
  const verified = await promisify(execFile)(process.execPath, ['scripts/rollups.ts', '--check'], { env })
  expect(verified.stdout).not.toContain('differ')
  expect(verified.stdout).toContain('vendas_hora: as the sales are')
})
