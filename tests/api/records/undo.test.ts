import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import '../../fixedSeed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

let server: TestServer
let owner: string
let store: number
let employee: string
let seeded: { unidade: number; grupo: number }

type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'

const send = async (method: Method, url: string, payload?: object, token = owner, action?: string) => {
  const headers = { authorization: token, ...(action ? { 'x-action': action } : {}) }
  const reply = await server.app.inject({ method, url: `/api/${url}`, headers, ...(payload ? { payload } : {}) })
  return {
    status: reply.statusCode,
    action: String(reply.headers['x-action']),
    count: Number(reply.headers['content-count']),
    body: (reply.body === '' ? undefined : reply.json()) as never,
  }
}

const good = async <T = { id: number; version: number }>(
  ...call: Parameters<typeof send>
): Promise<{ body: T; action: string }> => {
  const { status, body, action } = await send(...call)
  expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), expect.anything()])
  return { body: body as T, action }
}

interface Undone {
  acaoId: string
  desfeitos: number
  total: number
  recusados: { register: string; id: string; rotulo: string; motivo: string }[]
}

const undo = async (action: string, token = owner) =>
  (await good<Undone>('POST', `atividade/${action}/desfazer`, { lojaId: store }, token)).body

const tables = [
  'unidades',
  'grupos',
  'pergunta',
  'pergunta_resposta',
  'impressoras',
  'parceiros',
  'Loja_tabela_precos',
  'user_lojas',
]

const sql = (text: string, values: readonly unknown[] = []) => server.context.database.system.query(text, values)

/** All that the store holds, without what every write moves on. */
const everything = async (): Promise<unknown> => {
  const rows = await Promise.all(tables.map(table => sql(`SELECT * FROM "${table}" WHERE "lojaId" = $1 ORDER BY id`, [store])))
  return rows.map(({ rows: found }, at) => [tables[at], found.map(({ version: _v, updatedAt: _u, ...row }) => row)])
}

beforeAll(async () => {
  server = await openServer()
  const dona = await server.addUser('dona@x.br', { nome: 'Dona' })
  const ana = await server.addUser('ana@x.br', { nome: 'Ana' })
  store = await server.addStore('Loja')
  await sql('UPDATE lojas SET cardapio_digital = true WHERE id = $1', [store])
  await server.tie(dona, store, { type: 1, email: 'dona@x.br' })
  await server.tie(ana, store, { type: 2, email: 'ana@x.br', cadastros_ver: true })
  owner = await server.enter('dona@x.br')
  employee = await server.enter('ana@x.br')
  const [unidade, grupo] = [await good('POST', 'unidades', { nome: 'UN' }), await good('POST', 'grupos', { nome: 'Bebidas' })]
  seeded = { unidade: unidade.body.id, grupo: grupo.body.id }
})
afterAll(() => server?.close())

describe('an action', () => {
  test('has the id that the client gave, and several requests of one id are one action', async () => {
    const id = randomUUID()
    expect((await good('POST', 'unidades', { nome: 'A1' }, owner, id)).action).toBe(id)
    await good('POST', 'unidades', { nome: 'A2' }, owner, id)
    expect((await send('POST', 'unidades', { nome: 'A3' }, owner, 'nada')).status).toBe(400)
    const { body, count } = await send('GET', 'atividade?limit=1')
    expect(count).toBeGreaterThan(1)
    expect(body).toMatchObject([
      {
        id,
        tipo: 'criar',
        rotulo: 'Unidades: A1 e mais 1',
        registros: [{ register: 'unidades', title: 'Unidades', count: 2 }],
        usuario: { nome: 'Dona' },
        desfeita: false,
        podeDesfazer: true,
      },
    ])
    expect(await undo(id)).toMatchObject({ desfeitos: 2, total: 2, recusados: [] })
    expect((await send('POST', `atividade/${id}/desfazer`, { lojaId: store })).body).toMatchObject({
      error: { code: 'undo.done' },
    })
  })

  test('is undone and redone as often as wanted', async () => {
    const { body, action } = await good('POST', 'pergunta', {
      descricao: 'Ponto',
      qtd_min: 0,
      qtd_max: 1,
      respostas: [{ nome: 'Mal' }, { nome: 'Bem' }],
    })
    const before = await everything()
    let last = action
    for (let round = 0; round < 3; round++) {
      last = (await undo(last)).acaoId
      expect((await send('GET', `pergunta/${body.id}`)).status).toBe(404)
      last = (await undo(last)).acaoId
      expect(await everything()).toEqual(before)
    }
    expect((await send('GET', `pergunta/${body.id}`)).body).toMatchObject({ respostas: [{ nome: 'Mal' }, { nome: 'Bem' }] })
  })

  test('keeps what others changed since in other fields, and refuses where the same field changed, naming who', async () => {
    const made = [await good('POST', 'impressoras', printer('I1')), await good('POST', 'impressoras', printer('I2'))]
    const ids = made.map(({ body }) => body.id)
    const { action } = await good('POST', 'impressoras/updateMany', { lojaId: store, ids, data: { nome: 'Todas' } })
    await good('PATCH', `impressoras/${ids[0]}`, { nome: 'Minha' }, employee)
    const result = await undo(action)
    expect(result).toMatchObject({ desfeitos: 1, total: 2 })
    expect(result.recusados).toMatchObject([
      {
        register: 'impressoras',
        id: String(ids[0]),
        rotulo: 'Minha',
        motivo: expect.stringMatching(/^Alterado depois por Ana em /),
      },
    ])
    expect((await send('GET', `impressoras/${ids[1]}`)).body).toMatchObject({ nome: 'I2' })
    expect((await send('GET', `impressoras/${ids[0]}`)).body).toMatchObject({ nome: 'Minha' })
  })

  test('what would overlap another record by now does not come back, and the one in the way is named', async () => {
    const hours = { aberto: true, dia_semana_ini: 3, dia_semana_fim: 3, inicio: '19:00', fim: '20:00' }
    const { body } = await good('POST', 'Loja_Horarios', hours)
    const { action } = await good('DELETE', `Loja_Horarios/${body.id}`)
    const taken = (await good('POST', 'Loja_Horarios', { ...hours, inicio: '19:30', fim: '21:00' })).body
    const result = await undo(action)
    expect(result).toMatchObject({
      desfeitos: 0,
      recusados: [{ motivo: expect.stringContaining('Quarta-feira, 19:30 a 21:00') }],
    })
    await good('DELETE', `Loja_Horarios/${taken.id}`)
    expect(await undo(action)).toMatchObject({ desfeitos: 1, recusados: [] })
  })

  test('an employee sees and undoes own ones only; the owner all', async () => {
    const mine = await good('POST', 'unidades', { nome: 'EMP' }, employee)
    const theirs = await good('POST', 'unidades', { nome: 'DON' })
    const seen = (await send('GET', 'atividade?limit=100', undefined, employee)).body as { id: string }[]
    expect(seen.map(({ id }) => id)).toContain(mine.action)
    expect(seen.map(({ id }) => id)).not.toContain(theirs.action)
    expect((await send('POST', `atividade/${theirs.action}/desfazer`, { lojaId: store }, employee)).status).toBe(404)
    expect(await undo(mine.action)).toMatchObject({ desfeitos: 1 })
    expect(await undo(theirs.action)).toMatchObject({ desfeitos: 1 })
  })

  test('is nobody\u2019s business in another store', async () => {
    const { action, body } = await good('POST', 'unidades', { nome: 'NOSSA' })
    const away = await server.addStore('Outra')
    const strange = await server.addUser('outra@x.br')
    await server.tie(strange, away, { type: 1, email: 'outra@x.br' })
    const token = await server.enter('outra@x.br')
    expect((await send('POST', `atividade/${action}/desfazer`, { lojaId: store }, token)).status).toBe(403)
    expect((await send('POST', `atividade/${action}/desfazer`, { lojaId: away }, token)).status).toBe(404)
    expect((await send('GET', 'atividade', undefined, token)).body).toEqual([])
    expect((await send('GET', `explicar?lojaId=${store}&caminho=/unidades`, undefined, token)).status).toBe(403)
    // Their own action of the same id touches nothing of ours.
    await good('POST', 'unidades', { nome: 'DELES' }, token, action)
    expect((await good<Undone>('POST', `atividade/${action}/desfazer`, { lojaId: away }, token)).body).toMatchObject({ total: 1 })
    expect((await send('GET', `unidades/${body.id}`)).status).toBe(200)
  })

  test('is too old after a day', async () => {
    const { action } = await good('POST', 'unidades', { nome: 'VELHA' })
    await sql(`UPDATE system.actions SET "createdAt" = now() - interval '25 hours' WHERE id = $1`, [action])
    const { body } = await send('POST', `atividade/${action}/desfazer`, { lojaId: store })
    expect(body).toMatchObject({ error: { code: 'undo.too-late', statusCode: 422 } })
  })

  test('a removal brings back references that it emptied, and secrets', async () => {
    const partner = await good('POST', 'parceiros', {
      nome_fantasia: 'Zé',
      funcionario: true,
      usuario_pdv: 7,
      senha_pdv: '4321',
    })
    const [tie] = (await good<{ id: number }[]>('GET', 'user_lojas')).body
    await good('PATCH', `user_lojas/${tie?.id}`, { parceiroId: partner.body.id })
    const q = server.context.database.system
    const stored = async () => (await q.query('SELECT * FROM parceiros WHERE id = $1', [partner.body.id])).rows[0]
    const before = await stored()
    const { action } = await good('DELETE', `parceiros/${partner.body.id}?lojaId=${store}`)
    expect(await stored()).toBeUndefined()
    expect((await send('GET', `user_lojas/${tie?.id}`)).body).toMatchObject({ parceiroId: null })
    expect(await undo(action)).toMatchObject({ desfeitos: 2, recusados: [] })
    const after = await stored()
    const opened = secretsOfInstallation(server.context.service.dataDir).open(String(after?.senha_pdv), 'parceiros.senha_pdv')
    expect(opened).toBe('"4321"')
    expect({ ...after, senha_pdv: before?.senha_pdv }).toEqual(before)
    expect((await send('GET', `user_lojas/${tie?.id}`)).body).toMatchObject({ parceiroId: partner.body.id })
  })

  test('a user who comes back is written to only while there is no password to enter with', async () => {
    const q = server.context.database.system
    await server.addUser('plataforma@x.br', { admin: true })
    const admin = await server.enter('plataforma@x.br')
    const links = async (id: number) => (await q.query('SELECT FROM system.confirmations WHERE "userId" = $1', [id])).rows.length
    const removedAndBack = async (id: number) => {
      const before = await links(id)
      const { action } = await good('DELETE', `users/${id}`, undefined, admin)
      expect(await undo(action, admin)).toMatchObject({ desfeitos: 1, recusados: [] })
      return (await links(id)) - before
    }
    const { body } = await good('POST', 'users', { nome: 'Nova', email: 'nova@x.br' }, admin)
    expect(await removedAndBack(body.id)).toBe(1)
    expect(await removedAndBack(await server.addUser('velha@x.br'))).toBe(0)
    expect((await server.login('velha@x.br')).statusCode).toBe(200)
  })

  test('a currency of the app that comes back is there for every store again', async () => {
    const admin = await server.enter('plataforma@x.br')
    const { body } = await good('POST', 'moeda_Apps', { nome: 'Vale Sol' }, admin)
    const ofStores = async () => (await sql('SELECT FROM "Loja_moeda_apps" WHERE "moeda_appId" = $1', [body.id])).rows.length
    const all = await ofStores()
    expect(all).toBeGreaterThan(0)
    const { action } = await good('DELETE', `moeda_Apps/${body.id}`, undefined, admin)
    expect(await ofStores()).toBe(0)
    await undo(action, admin)
    expect(await ofStores()).toBe(all)
  })
})

describe('a change of many records, each to values of its own', () => {
  const MANY = 600

  test('is taken back whole, rows of lists too; what somebody changed since stays and is named', async () => {
    const ids: number[] = []
    for (const descricao of Array.from({ length: MANY }, (_, at) => `Várias ${at}`))
      ids.push(
        (await good('POST', 'pergunta', { descricao, qtd_min: 0, qtd_max: 1, respostas: [{ nome: `${descricao} a` }] })).body.id,
      )
    await server.tie(await server.addUser('bia@x.br', { nome: 'Bia' }), store, { type: 1, email: 'bia@x.br' })
    const partner = await server.enter('bia@x.br')
    const away = await server.addStore('Vizinha')
    const q = server.context.database.system
    await q.query(
      `INSERT INTO pergunta ("lojaId", id, descricao, qtd_min, qtd_max) OVERRIDING SYSTEM VALUE
      SELECT $1, id, 'Deles', qtd_min, 9 FROM pergunta WHERE "lojaId" = $2 AND id = ANY($3)`,
      [away, store, ids],
    )
    const before = await everything()
    const rowIds = await q.query<{ id: string }>(
      'SELECT id FROM pergunta_resposta WHERE "perguntaId" = ANY($1) ORDER BY "perguntaId"',
      [ids],
    )
    const items = ids.map((id, at) => ({
      id,
      qtd_max: 2 + (at % 7),
      respostas: [{ id: Number(rowIds.rows[at]?.id), nome: `${at} b` }, ...(at % 3 === 0 ? [{ nome: 'Nova' }] : [])],
    }))
    const { action } = await good('POST', 'pergunta/alterarVarios', { lojaId: store, itens: items })
    expect(await everything()).not.toEqual(before)
    await good('PATCH', `pergunta/${ids[5]}`, { qtd_max: 33 }, partner)
    const result = await undo(action)
    expect(result).toMatchObject({ desfeitos: MANY - 1, total: MANY })
    expect(result.recusados).toMatchObject([{ id: String(ids[5]), rotulo: 'Várias 5', motivo: expect.stringContaining('Bia') }])
    expect((await send('GET', `pergunta/${ids[5]}`)).body).toMatchObject({ qtd_max: 33 })
    // Its own history says so, as of any change.
    const [line] = (await good<{ acaoId: string; changes: object[] }[]>('GET', `pergunta/${ids[7]}/historico?lojaId=${store}`))
      .body
    expect(line).toMatchObject({
      acaoId: result.acaoId,
      changes: expect.arrayContaining([expect.objectContaining({ path: 'qtd_max', from: 2, to: 1 })]),
    })
    await good('PATCH', `pergunta/${ids[5]}`, { qtd_max: 1, respostas: [{ id: Number(rowIds.rows[5]?.id), nome: 'Várias 5 a' }] })
    expect(await everything()).toEqual(before)
    const { rows } = await q.query('SELECT DISTINCT descricao, qtd_max FROM pergunta WHERE "lojaId" = $1', [away])
    expect(rows).toEqual([{ descricao: 'Deles', qtd_max: 9 }])
  })

  test('values that no two may share move on one by one, and back', async () => {
    const made: number[] = []
    for (const nome of ['P1', 'P2', 'P3']) made.push((await good('POST', 'unidades', { nome })).body.id)
    const [first, second, third] = made
    const itens = [
      { id: third, nome: 'P4' },
      { id: second, nome: 'P3' },
      { id: first, nome: 'P2' },
    ]
    const { action } = await good('POST', 'unidades/alterarVarios', { lojaId: store, itens })
    const stands = async (): Promise<string[]> =>
      Promise.all(made.map(async id => ((await send('GET', `unidades/${id}`)).body as { nome: string }).nome))
    expect(await stands()).toEqual(['P2', 'P3', 'P4'])
    expect(await undo(action)).toMatchObject({ desfeitos: 3, recusados: [] })
    expect(await stands()).toEqual(['P1', 'P2', 'P3'])
  })
})

const printer = (nome: string) => ({ nome, modelo: 2, endereco: '192.168.0.50:9100', colunas: 48, colunasCondensado: 64 })

describe('whatever is done', () => {
  const name = fc.integer({ min: 0, max: 9999 })
  const step = fc.oneof(
    fc.record({ does: fc.constant('create' as const), name }),
    fc.record({ does: fc.constant('change' as const), at: fc.nat(), name }),
    fc.record({ does: fc.constant('rows' as const), at: fc.nat(), name, shape: fc.nat({ max: 3 }) }),
    fc.record({ does: fc.constant('many' as const), name }),
    fc.record({ does: fc.constant('remove' as const), at: fc.nat() }),
    fc.record({ does: fc.constant('undo' as const), at: fc.nat() }),
  )

  type Question = { id: number; respostas: { id: number; nome: string }[] }

  const questions = async (): Promise<Question[]> =>
    (await send('GET', `pergunta?filter=${encodeURIComponent(JSON.stringify({ include: ['respostas'] }))}`)).body as Question[]

  const linesOf = async (action: string): Promise<number> => {
    const { rows } = await sql('SELECT count(*)::int AS n FROM user_logs WHERE "acaoId" = $1', [action])
    return Number(rows[0]?.n)
  }

  const perform = async (one: { does: string; at?: number; name?: number; shape?: number }, done: string[]): Promise<void> => {
    const text = `n${one.name}`
    const all = await questions()
    const target = all.length === 0 ? undefined : all[(one.at ?? 0) % all.length]
    const note = async (...call: Parameters<typeof send>) => {
      const { status, action } = await send(...call)
      if (status < 300) done.push(action)
    }
    if (one.does === 'create')
      await note('POST', 'pergunta', {
        descricao: text,
        qtd_min: 0,
        qtd_max: 1,
        respostas: [{ nome: `${text}a` }, { nome: `${text}b` }],
      })
    if (one.does === 'many' && all.length > 0)
      await note('POST', 'pergunta/updateMany', {
        lojaId: store,
        ids: all.map(({ id }) => id),
        data: { qtd_max: 1 + ((one.name ?? 0) % 5) },
      })
    if (one.does === 'undo' && done.length > 0) {
      const { body, status } = await send('POST', `atividade/${done[(one.at ?? 0) % done.length]}/desfazer`, { lojaId: store })
      if (status === 200 && (body as Undone).desfeitos > 0) done.push((body as Undone).acaoId)
    }
    if (!target) return
    if (one.does === 'change') await note('PATCH', `pergunta/${target.id}`, { descricao: text })
    if (one.does === 'remove') await note('DELETE', `pergunta/${target.id}?lojaId=${store}`)
    if (one.does === 'rows') {
      const [first, ...rest] = target.respostas
      const shapes = [
        [...target.respostas.map(({ id }) => ({ id })), { nome: text }],
        first ? [{ id: first.id, deletar: true }] : [{ nome: text }],
        [...rest.map(({ id }) => ({ id })), ...(first ? [{ id: first.id, nome: text }] : [])],
        [{ nome: text }, ...target.respostas.map(({ id }) => ({ id, nome: `${text}${id}` }))],
      ]
      await note('PATCH', `pergunta/${target.id}`, { respostas: shapes[one.shape ?? 0] })
    }
  }

  test('undone newest first it is as it was before', { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async steps => {
        const before = await everything()
        const done: string[] = []
        for (const one of steps) await perform(one, done)
        // Those that were taken back in between stand already as they were.
        const states: unknown[] = []
        for (const action of [...done].reverse()) {
          const { status, body } = await send('POST', `atividade/${action}/desfazer`, { lojaId: store })
          // A save that changed nothing is no action.
          if (status === 404) expect(await linesOf(action)).toBe(0)
          else if (status === 422) expect(body).toMatchObject({ error: { code: 'undo.done' } })
          else expect([status, (body as Undone).recusados]).toEqual([200, []])
          states.push(status)
        }
        expect(await everything()).toEqual(before)
      }),
      { numRuns: 25 },
    )
    expect(seeded.grupo).toBeGreaterThan(0)
  })
})
