import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CommentReply } from '../../../src/api/comment.ts'
import type { NoticeItem } from '../../../src/api/notice.ts'
import { readModel } from '../../../src/model/read.ts'
import { deleteExpired } from '../../../src/server/access/sessions.ts'
import { dueTasks } from '../../../src/server/jobs/discussJobs.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { makeKey } from '../fixtures/apiKey.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'

/** A register of tests whose records people talk about: some see only those that are open. */
const definition = {
  title: 'Obras',
  type: 'object',
  register: {
    scope: 'store',
    label: 'nome',
    discuss: true,
    access: { see: 'contas_ver || cadastros_ver', change: 'cadastros_ver', remove: 'cadastros_ver' },
    rows: { see: [{ gate: 'cadastros_ver' }, { gate: 'contas_ver', where: { aberta: true } }] },
  },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 30, personal: false },
    aberta: { type: 'boolean', title: 'Aberta', default: true },
  },
  required: ['nome'],
}

let server: TestServer
const stores = { ours: 0, theirs: 0 }
const tokens: Record<string, string> = {}
const ids: Record<string, number> = {}

beforeAll(async () => {
  const { model, problems } = readModel([
    ...readDefinitionFiles(),
    { path: 'registers/toys/obras.schema.json', text: JSON.stringify(definition) },
  ])
  expect(problems).toEqual([])
  server = await openServer(model)
  stores.ours = await server.addStore('Padaria da Ana')
  stores.theirs = await server.addStore('Bar do Beto')
  tokens.dona = await server.enterStore('dona', stores.ours, { type: 1 })
  tokens.ana = await server.enterStore('ana', stores.ours, { cadastros_ver: true })
  tokens.bia = await server.enterStore('bia', stores.ours, { contas_ver: true })
  tokens.caixa = await server.enterStore('caixa', stores.ours, { caixa_operar: true })
  tokens.outra = await server.enterStore('outra', stores.theirs, { type: 1 })
  for (const name of Object.keys(tokens))
    ids[name] = Number((await q().query<{ id: string }>('SELECT id FROM users WHERE email = $1', [`${name}@x.br`])).rows[0]?.id)
})
afterAll(() => server?.close())
beforeEach(async () => {
  await q().query('DELETE FROM system.notices')
  await q().query('DELETE FROM system.notice_causes')
})

const q = () => server.context.database.system
const call = async (who: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
  const reply = await server.call(tokens[who] ?? who, method, `/api/${path}`, body)
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json(), count: reply.headers['content-count'] }
}
const made = async (nome: string, more: object = {}): Promise<number> =>
  (await call('ana', 'POST', 'obras/save', { lojaId: stores.ours, nome, ...more })).body.id
const say = async (who: string, record: number, texto: string, more: object = {}): Promise<CommentReply> => {
  const { status, body } = await call(who, 'POST', `obras/${record}/comentarios`, { texto, ...more })
  expect({ status, body }).toMatchObject({ status: 200 })
  return body
}
const told = async (who: string): Promise<NoticeItem[]> => {
  await server.context.noticeWorkers.look.deliver()
  return (await call(who, 'GET', 'avisos')).body.avisos
}

test('who sees a record reads and writes its comments, nobody else does', async () => {
  const record = await made('Telhado')
  await say('bia', record, 'Quem paga?')
  const list = await call('ana', 'GET', `obras/${record}/comentarios`)
  expect(list.body).toMatchObject([{ texto: 'Quem paga?', quem: { id: ids.bia }, pode: { editar: false, excluir: false } }])
  expect(list.count).toBe('1')
  expect((await call('caixa', 'GET', `obras/${record}/comentarios`)).status).toBe(403)
  expect((await call('caixa', 'POST', `obras/${record}/comentarios`, { texto: 'oi' })).status).toBe(403)
  for (const body of [{ texto: 'oi' }, { texto: 'oi', lojaId: stores.ours }])
    expect([403, 404]).toContain((await call('outra', 'POST', `obras/${record}/comentarios`, body)).status)
  expect([403, 404]).toContain((await call('outra', 'GET', `obras/${record}/comentarios?lojaId=${stores.ours}`)).status)
  expect((await call('outra', 'GET', `obras/${record}/comentarios`)).status).toBe(404)
})

test('a register without the word has no comments', async () => {
  expect((await call('dona', 'GET', 'unidades/1/comentarios')).status).toBe(404)
})

test('conditions of rows hold for comments and mentions, too', async () => {
  const closed = await made('Fechada', { aberta: false })
  await say('ana', closed, 'Só entre nós')
  expect((await call('bia', 'GET', `obras/${closed}/comentarios`)).status).toBe(404)
  const people = (await call('ana', 'GET', `obras/${closed}/comentarios/pessoas`)).body.map((one: { id: number }) => one.id)
  expect(people.sort()).toEqual([ids.dona, ids.ana].sort())
  const refused = await call('ana', 'POST', `obras/${closed}/comentarios`, { texto: 'oi', mencoes: [ids.bia] })
  expect(refused).toMatchObject({ status: 422, body: { error: { code: 'comment.person-unknown' } } })
  expect(JSON.stringify(refused.body)).toContain('mencoes')
})

test('nobody of another store, without the gate or unknown is mentioned or given a task', async () => {
  const record = await made('Muro')
  for (const id of [ids.outra, ids.caixa, 999_999]) {
    expect((await call('ana', 'POST', `obras/${record}/comentarios`, { texto: 'oi', mencoes: [id] })).status).toBe(422)
    const refused = await call('ana', 'POST', `obras/${record}/comentarios`, { texto: 'oi', responsavel: id })
    expect(refused.status).toBe(422)
    expect(JSON.stringify(refused.body)).toContain('responsavel')
  }
  const { body } = await call('ana', 'GET', `obras/${record}/comentarios/pessoas?busca=BI`)
  expect(body).toEqual([{ id: ids.bia, nome: expect.any(String) }])
  expect(JSON.stringify(body)).not.toContain('@')
})

test('a mention, a task and an answer are told once, to whom they concern, with the address of the comment', async () => {
  const record = await made('Piso')
  const first = await say('bia', record, 'Veja isto', { mencoes: [ids.ana, ids.bia] })
  expect(await told('ana')).toMatchObject([
    { pagina: `/obras/${record}?comentario=${first.id}`, texto: expect.stringContaining('Piso') },
  ])
  expect(await told('bia')).toEqual([])
  expect(await told('dona')).toEqual([])
  await call('bia', 'PATCH', `obras/${record}/comentarios/${first.id}`, { texto: 'Veja isto aqui', mencoes: [ids.ana, ids.dona] })
  expect(await told('ana')).toHaveLength(1)
  expect(await told('dona')).toHaveLength(1)
  // Of an answer that mentions its author they hear once.
  await say('ana', record, 'Vi', { resposta: first.id, mencoes: [ids.bia] })
  expect((await told('bia')).map(({ titulo }) => titulo)).toEqual(['Menção em comentário'])
  await say('dona', record, 'Eu também', { resposta: first.id, responsavel: ids.ana })
  expect((await told('ana')).map(({ titulo }) => titulo)).toContain('Tarefa para você')
  expect((await told('bia')).map(({ titulo }) => titulo)).toContain('Resposta a um comentário seu')
})

test('who does not want such notices gets none', async () => {
  const record = await made('Porta')
  await call('bia', 'POST', 'avisos/escolhas', { nome: 'comentario_mencao', app: false, email: false, push: false })
  await say('ana', record, 'oi', { mencoes: [ids.bia] })
  expect(await told('bia')).toEqual([])
  await call('bia', 'POST', 'avisos/escolhas', { nome: 'comentario_mencao', app: true, email: false, push: false })
})

test('words are their author’s; an owner removes any, and answers keep a trace', async () => {
  const record = await made('Janela')
  const mine = await say('ana', record, 'Segredo')
  expect((await call('bia', 'PATCH', `obras/${record}/comentarios/${mine.id}`, { texto: 'outra' })).status).toBe(422)
  expect((await call('dona', 'PATCH', `obras/${record}/comentarios/${mine.id}`, { texto: 'outra' })).status).toBe(422)
  expect((await call('bia', 'DELETE', `obras/${record}/comentarios/${mine.id}`)).status).toBe(422)
  expect((await call('ana', 'PATCH', `obras/${record}/comentarios/${mine.id}`, { texto: 'Melhor' })).body).toMatchObject({
    texto: 'Melhor',
    editado: true,
  })
  const answer = await say('bia', record, 'Certo', { resposta: mine.id })
  // Answers to an answer stand below the first.
  expect((await say('dona', record, 'Ok', { resposta: answer.id })).resposta).toBe(mine.id)
  expect((await call('dona', 'DELETE', `obras/${record}/comentarios/${mine.id}`)).status).toBe(200)
  const { body } = await call('bia', 'GET', `obras/${record}/comentarios`)
  expect(body.find((one: CommentReply) => one.id === mine.id)).toMatchObject({ texto: '', excluido: true })
  const { rows } = await q().query('SELECT body FROM system.comments WHERE id = $1', [mine.id])
  expect(rows).toEqual([{ body: '' }])
  expect((await call('ana', 'PATCH', `obras/${record}/comentarios/${mine.id}`, { texto: 'volta' })).status).toBe(404)
  for (const one of body.filter((each: CommentReply) => each.resposta))
    await call('dona', 'DELETE', `obras/${record}/comentarios/${one.id}`)
  expect((await call('bia', 'GET', `obras/${record}/comentarios`)).body).toEqual([])
})

test('a comment of another record or store is not reached by its number', async () => {
  const [one, two] = [await made('Um'), await made('Dois')]
  const said = await say('ana', one, 'aqui')
  for (const [method, path] of [
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/tarefa'],
    ['POST', '/feito'],
  ] as const)
    expect(
      (await call('ana', method, `obras/${two}/comentarios/${said.id}${path}`, { texto: 'x', responsavel: null, feito: true }))
        .status,
    ).toBe(404)
  expect((await call('ana', 'POST', `obras/${two}/comentarios`, { texto: 'x', resposta: said.id })).status).toBe(404)
  expect((await call('ana', 'PATCH', `obras/${one}/comentarios/drop`, { texto: 'x' })).status).toBe(404)
})

test('tasks: given, listed by day, done, opened again, told when due once', async () => {
  await q().query('DELETE FROM system.comments')
  const record = await made('Pintura')
  const late = await say('ana', record, 'Comprar tinta', { responsavel: ids.bia, prazo: '2020-01-02' })
  const soon = await say('ana', record, 'Pintar', { responsavel: ids.bia })
  await told('bia')
  await q().query('DELETE FROM system.notices')
  const mine = (await call('bia', 'GET', `minhas-tarefas?lojaId=${stores.ours}`)).body
  expect(mine.tarefas).toMatchObject([
    { id: late.id, atrasada: true, registro: 'Pintura', cadastro: 'Obras', pagina: `/obras/${record}?comentario=${late.id}` },
    { id: soon.id, atrasada: false, prazo: null },
  ])
  expect((await call('ana', 'GET', `minhas-tarefas?lojaId=${stores.ours}`)).body.tarefas).toEqual([])
  const at = { id: stores.ours, row: {}, zone: 'America/Sao_Paulo', adminUser: null }
  const morning = () => dueTasks.run({ ...server.context.service, signal: new AbortController().signal, store: at })
  await morning()
  await morning()
  expect((await told('bia')).map(({ titulo }) => titulo)).toEqual(['Prazo de uma tarefa sua'])
  expect((await call('caixa', 'POST', `obras/${record}/comentarios/${late.id}/feito`, { feito: true })).status).toBe(403)
  const done = await call('bia', 'POST', `obras/${record}/comentarios/${late.id}/feito`, { feito: true })
  expect(done.body).toMatchObject({ feitoPor: { id: ids.bia }, feitoEm: expect.any(String) })
  expect((await call('bia', 'GET', `minhas-tarefas?lojaId=${stores.ours}`)).body.tarefas).toHaveLength(1)
  expect((await call('ana', 'POST', `obras/${record}/comentarios/${late.id}/feito`, { feito: false })).body.feitoEm).toBe(null)
  const passed = await call('bia', 'POST', `obras/${record}/comentarios/${soon.id}/tarefa`, {
    responsavel: ids.ana,
    prazo: '2030-05-01',
  })
  expect(passed.body).toMatchObject({ responsavel: { id: ids.ana }, prazo: '2030-05-01' })
  // A record that somebody does not see any more holds no task of theirs, and is not told.
  await call('ana', 'POST', 'obras/save', { lojaId: stores.ours, id: record, version: 1, aberta: false })
  expect((await call('bia', 'GET', `minhas-tarefas?lojaId=${stores.ours}`)).body.tarefas).toEqual([])
})

test.each([
  [{}, 'texto'],
  [{ texto: '  \u00a0 ' }, 'texto'],
  [{ texto: 7 }, 'texto'],
  [{ texto: 'x'.repeat(4001) }, 'texto'],
  [{ texto: 'x', mencoes: 'todos' }, 'mencoes'],
  [{ texto: 'x', mencoes: [1.5] }, 'mencoes'],
  [{ texto: 'x', mencoes: Array.from({ length: 21 }, (_, i) => i + 1) }, 'mencoes'],
  [{ texto: 'x', responsavel: '1; DROP TABLE' }, 'responsavel'],
  [{ texto: 'x', prazo: '2026-02-30' }, 'prazo'],
  [{ texto: 'x', prazo: '2026-02-03' }, 'prazo'],
])('refuses %j, naming %s', async (body, field) => {
  const record = await made('Campo')
  const refused = await call('ana', 'POST', `obras/${record}/comentarios`, body)
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(`"${field}"`)
})

test('hostile texts stay texts', async () => {
  const record = await made('Texto')
  const text = `<img src=x onerror=alert(1)> {{7*7}} $1 '; DROP TABLE system.comments; -- \u202e😀 @${'a'.repeat(50)}`
  await say('ana', record, text)
  expect((await call('ana', 'GET', `obras/${record}/comentarios`)).body[0].texto).toBe(text)
})

test('a record takes no more than so many comments, told in pages', async () => {
  const record = await made('Cheia')
  await q().query(
    `INSERT INTO system.comments ("lojaId", id, register, record, "userId", body, "createdAt")
     SELECT $1, gen_random_uuid(), 'obras', $2, $3, 'x', now() - n * interval '1 second' FROM generate_series(1, 2000) n`,
    [stores.ours, String(record), ids.ana],
  )
  const full = await call('ana', 'POST', `obras/${record}/comentarios`, { texto: 'mais um' })
  expect(full).toMatchObject({ status: 422, body: { error: { code: 'comment.full' } } })
  const page = await call('ana', 'GET', `obras/${record}/comentarios?limit=100&skip=1950`)
  expect(page.body).toHaveLength(50)
  expect((await call('ana', 'GET', `obras/${record}/comentarios?limit=101`)).status).toBe(400)
  await q().query('DELETE FROM system.comments WHERE record = $1', [String(record)])
})

test('some records are told how much is said of each: to who sees them, and nothing of others', async () => {
  const [talked, quiet, hidden] = [await made('Falada'), await made('Quieta'), await made('Oculta', { aberta: false })]
  const theirs = Number((await call('outra', 'POST', 'obras/save', { lojaId: stores.theirs, nome: 'Deles' })).body.id)
  await say('outra', theirs, 'segredo')
  const gone = await say('ana', talked, 'some')
  await say('ana', talked, 'fica', { responsavel: ids.bia })
  const done = await say('ana', talked, 'feita', { responsavel: ids.bia })
  await call('bia', 'POST', `obras/${talked}/comentarios/${done.id}/feito`, { feito: true })
  await call('ana', 'DELETE', `obras/${talked}/comentarios/${gone.id}`)
  await say('ana', hidden, 'só de alguns')
  const counts = async (who: string, list: readonly unknown[]) => {
    const { status, body } = await call(who, 'GET', `obras/comentarios/contagem?lojaId=${stores.ours}&ids=${list.join()}`)
    return [status, body]
  }
  const told = { id: `${talked}`, comentarios: 2, tarefas: 1 }
  const all = [talked, quiet, hidden, theirs, 'x', '', 99_999_999]
  const [status, seen] = await counts('ana', all)
  expect([status, new Set(seen)]).toEqual([200, new Set([told, { id: `${hidden}`, comentarios: 1, tarefas: 0 }])])
  expect(await counts('bia', all)).toEqual([200, [told]])
  expect((await counts('caixa', all))[0]).toBe(403)
  expect((await counts('outra', all))[0]).toBe(403)
  expect(
    (
      await counts(
        'ana',
        Array.from({ length: 201 }, (_, n) => n),
      )
    )[0],
  ).toBe(400)
  expect(await counts('ana', [])).toEqual([200, []])
  expect((await call('ana', 'GET', `unidades/comentarios/contagem?lojaId=${stores.ours}&ids=1`)).status).toBe(404)
})

test('keys of programs read comments and write none', async () => {
  const record = await made('Chave')
  await say('ana', record, 'oi')
  const key = await makeKey(server, tokens.dona ?? '', stores.ours, { cadastros_ver: true })
  expect((await call(key, 'GET', `obras/${record}/comentarios?lojaId=${stores.ours}`)).body).toHaveLength(1)
  const refused = await call(key, 'POST', `obras/${record}/comentarios`, { texto: 'oi', lojaId: stores.ours })
  expect(refused).toMatchObject({ status: 403, body: { error: { code: 'person-needed' } } })
})

test('comments go with their record and come back with an undo', async () => {
  const record = await made('Some')
  await say('ana', record, 'fica', { responsavel: ids.ana })
  const gone = await server.call(tokens.ana ?? '', 'DELETE', `/api/obras/${record}`, { lojaId: stores.ours })
  expect(gone.statusCode).toBe(200)
  expect((await call('ana', 'GET', `obras/${record}/comentarios`)).status).toBe(404)
  expect(
    (await call('ana', 'GET', `minhas-tarefas?lojaId=${stores.ours}`)).body.tarefas.map((one: { chave: string }) => one.chave),
  ).not.toContain(`${record}`)
  await deleteExpired(q())
  const action = String(gone.headers['x-acao-id'] ?? (await lastAction()))
  expect((await call('ana', 'POST', `atividade/${action}/desfazer`, { lojaId: stores.ours })).status).toBe(200)
  expect((await call('ana', 'GET', `obras/${record}/comentarios`)).body).toMatchObject([{ texto: 'fica' }])
  await server.call(tokens.ana ?? '', 'DELETE', `/api/obras/${record}`, { lojaId: stores.ours })
  await q().query(`UPDATE system.comments SET "goneAt" = now() - interval '3 days' WHERE record = $1`, [String(record)])
  await deleteExpired(q())
  expect((await q().query('SELECT FROM system.comments WHERE record = $1', [String(record)])).rows).toEqual([])
})

const lastAction = async (): Promise<string> =>
  (
    await q().query<{ id: string }>('SELECT id FROM system.actions WHERE "lojaId" = $1 ORDER BY "createdAt" DESC LIMIT 1', [
      stores.ours,
    ])
  ).rows[0]?.id ?? ''

test('what is said is no part of the history', async () => {
  const record = await made('Calada')
  await say('ana', record, 'palavra')
  expect(JSON.stringify((await call('ana', 'GET', `obras/${record}/historico`)).body)).not.toContain('palavra')
})

test('an erased user leaves no words, mentions or tasks, and gets them all in a file before', async () => {
  const record = await made('Saída')
  const token = await server.enterStore('sai', stores.ours, { cadastros_ver: true })
  tokens.sai = token
  const id = Number((await q().query<{ id: string }>(`SELECT id FROM users WHERE email = 'sai@x.br'`)).rows[0]?.id)
  const own = await say('sai', record, 'minhas palavras')
  await say('ana', record, 'resposta', { resposta: own.id })
  const about = await say('ana', record, 'faça isto', { mencoes: [id], responsavel: id, prazo: '2030-01-01' })
  const file = await server.call(token, 'GET', '/api/titulares/users/eu/exportar')
  expect(file.body).toContain('minhas palavras')
  expect(file.body).toContain('faça isto')
  expect((await call('sai', 'POST', 'titulares/users/eu/apagar', { ciente: true })).status).toBe(200)
  const list: CommentReply[] = (await call('ana', 'GET', `obras/${record}/comentarios`)).body
  expect(list.find(one => one.id === own.id)).toMatchObject({ texto: '', excluido: true })
  expect(list.find(one => one.id === about.id)).toMatchObject({ mencoes: [], responsavel: null, prazo: null })
})

test('an erased partner takes the words about them along', async () => {
  const { rows } = await q().query<{ id: string }>(
    `INSERT INTO parceiros ("lojaId", nome_fantasia) VALUES ($1, 'Zeferino') RETURNING id`,
    [stores.ours],
  )
  const partner = Number(rows[0]?.id)
  const path = `parceiros/${partner}/comentarios`
  expect((await call('ana', 'POST', path, { texto: 'Zeferino deve' })).status).toBe(200)
  const erased = await call('dona', 'POST', `titulares/parceiros/${partner}/apagar`, { lojaId: stores.ours, ciente: true })
  expect(erased).toMatchObject({ status: 200 })
  expect(
    (await q().query(`SELECT body FROM system.comments WHERE register = 'parceiros' AND record = $1`, [`${partner}`])).rows,
  ).toEqual([{ body: '' }])
})
