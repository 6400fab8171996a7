import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { secretsOfInstallation } from '../../../src/server/database/secret.ts'
import { runTables } from '../../../src/server/features/automations/runTables.ts'
import { mailQueue } from '../../../src/server/features/mail/mailOutbox.ts'
import { openMailTransport } from '../../../src/server/features/mail/mailTransport.ts'
import { personalTables } from '../../../src/server/features/privacy/personalTables.ts'
import { productModel } from '../fixtures/product.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { waitingLetters } from '../fixtures/waitingLetters.ts'
import { cpfOf, type Hit, type MarkedPerson, type Marker, markPerson, searchDatabase } from './markedPeople.ts'

/**
 * A person in every register that its definition calls about them, each value one that nothing else has; a twin with the same values in another
 * store. New registers with personal fields are walked without a word here.
 */
const model = productModel()
const people = personalTables(model).flatMap(({ table }) => (table.register.person ? [table.register] : []))

let server: TestServer
const stores = { ours: 0, theirs: 0 }
const tokens = { owner: '', clerk: '', admin: '', stranger: '' }

beforeAll(async () => {
  server = await openServer(model)
  stores.ours = await server.addStore('Nossa')
  stores.theirs = await server.addStore('Alheia')
  tokens.owner = await server.enterStore('dono', stores.ours, { type: 1 })
  tokens.clerk = await server.enterStore('caixa', stores.ours, { cadastros_ver: true })
  tokens.stranger = await server.enterStore('vizinho', stores.theirs, { type: 1 })
  await server.addUser('plataforma@x.br', { admin: true })
  tokens.admin = await server.enter('plataforma@x.br')
})
afterAll(() => server?.close())

const q = () => server.context.database.system
const at = (register: string, id: number, call: string): string =>
  `/api/titulares/${register}/${id}/${call}?lojaId=${stores.ours}`
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^0-9a-z]/g, '')

/** History of every row of the person, with the values that stand and with others that stood before. */
async function addHistory({ rows, markers }: MarkedPerson, lojaId: number): Promise<string[]> {
  const before: string[] = []
  for (const [name, id] of rows) {
    const own = markers.filter(({ table, isSecret }) => table === name && !isSecret)
    const columns = own.filter(({ column }) => model.registers[name]?.fields.some(field => field.name === column))
    const old = columns.filter(({ isKept }) => !isKept).map(({ column, token }) => [column, `antigo${token}`])
    before.push(...old.map(([, value]) => String(value)))
    const scope = model.registers[name]?.scope
    await q().query(
      `INSERT INTO user_logs ("lojaId", recurso, "recursoId", acao, antes, depois) VALUES ($1, $2, $3, 'alterar', $4, $5)`,
      [
        scope === 'global' ? 0 : lojaId,
        name,
        String(id),
        JSON.stringify(Object.fromEntries(old)),
        JSON.stringify(Object.fromEntries(columns.map(({ column, value }) => [column, value]))),
      ],
    )
  }
  return before
}

/** A run of an automation about the person, and one about something else that wrote to them, as the log keeps them. */
async function addRun({ rows, markers }: MarkedPerson): Promise<void> {
  const { runs, steps, by } = runTables(model)
  const [[register, id] = ['', 0]] = rows
  const own = markers.filter(({ isSecret, isKept }) => !isSecret && !isKept).map(({ value }) => value)
  for (const [recurso, registro, text] of [
    [register, String(id), own.join(', ')],
    ['caixas', '1', own.find(value => value.includes('@')) ?? ''],
  ]) {
    const { rows: made } = await q().query<{ id: string }>(
      `INSERT INTO ${runs.sql} ("lojaId", automacao, recurso, registro, rotulo, chave) VALUES ($1, 'teste', $2, $3, $4, $5) RETURNING id`,
      [stores.ours, recurso, registro, text?.slice(0, 200), `${recurso} ${registro} ${runNumber++}`],
    )
    await q().query(`INSERT INTO ${steps.sql} ("lojaId", "${by}", passo, enviado, resposta) VALUES ($1, $2, 'avisar', $3, $3)`, [
      stores.ours,
      made[0]?.id,
      JSON.stringify({ text }),
    ])
  }
}
let runNumber = 0

/** Whether a row may have one of the markers: what a law keeps, and what is the twin's. */
function mayStay({ table, row }: Hit, markers: readonly Marker[]): boolean {
  if (Number(row.lojaId ?? 0) === stores.theirs) return true
  const kept = new Set(markers.filter(({ isKept }) => isKept).map(({ token }) => token))
  const isKeptIn = (register: string, column: string): boolean => {
    const found = model.registers[register.replace(/_(?=[a-z]+$)/, '.')] ?? model.registers[register]
    const owner = model.registers[register] ?? model.registers[found?.parent?.register ?? '']
    return owner?.about?.keptByLaw !== undefined || owner?.fields.find(({ name }) => name === column)?.keptByLaw !== undefined
  }
  const states =
    table === 'user_logs' ? [row.antes, row.depois].flatMap(state => (state ? [JSON.parse(String(state))] : [])) : [row]
  const register = table === 'user_logs' ? String(row.recurso) : table
  return states.every(state =>
    Object.entries(state).every(([column, value]) => {
      const there = markers.filter(({ token }) =>
        JSON.stringify(value ?? '')
          .toLowerCase()
          .includes(token),
      )
      return (
        there.length === 0 || isKeptIn(register, column) || (column === '_busca' && there.every(({ token }) => kept.has(token)))
      )
    }),
  )
}

function filesWith(folder: string, words: readonly string[]): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile() && words.some(word => readFileSync(path, 'latin1').toLowerCase().includes(word)))
}

describe.each(people.map((register, index) => [register.name, index] as const))('a person of %s', (name, index) => {
  const isGlobal = model.registers[name]?.scope === 'global'
  let person: MarkedPerson
  let before: string[]
  let twin: readonly Hit[]
  const words = (): string[] => [...person.markers.map(({ token }) => token), ...before.map(word => word.toLowerCase())]
  const token = (): string => (isGlobal ? tokens.admin : tokens.owner)
  const ofTwin = async (): Promise<Hit[]> =>
    (await searchDatabase(words(), q())).filter(({ row }) => Number(row.lojaId ?? 0) === stores.theirs)

  beforeAll(async () => {
    person = await markPerson(model, name, stores.ours, 5000 * (index + 1), q())
    before = await addHistory(person, stores.ours)
    if (!isGlobal) await addHistory(await markPerson(model, name, stores.theirs, 5000 * (index + 1), q()), stores.theirs)
    await addRun(person)
    const email = person.markers.find(({ table, value }) => table === name && value.includes('@'))?.value
    if (email) {
      const letter = { from: 'Loja', to: email, subject: 'Oi', text: 'Oi', button: 'Abrir' }
      const secrets = secretsOfInstallation(server.context.service.dataDir)
      const letters = [stores.ours, stores.theirs].map(lojaId => ({ ...letter, lojaId }))
      // Not to be sent while this test looks at it.
      await mailQueue(() => secrets).add(q(), letters, 3600)
      for (const one of letters)
        await openMailTransport({ url: undefined, from: undefined }, server.context.service.dataDir)(one, 'x')
    }
    twin = await ofTwin()
  })

  test('has no other than the owner, or the administrator, to give or erase it', async () => {
    for (const other of [tokens.clerk, tokens.stranger])
      for (const reply of [
        await server.call(other, 'GET', at(name, person.id, 'exportar')),
        await server.call(other, 'GET', at(name, person.id, 'previa')),
        await server.call(other, 'POST', at(name, person.id, 'apagar'), { ciente: true }),
      ])
        expect([reply.statusCode, words().filter(word => plain(reply.body).includes(word))]).toEqual([403, []])
    expect((await server.call(token(), 'GET', at(name, 99_999_999, 'exportar'))).statusCode).toBe(404)
    const unsure = await server.call(token(), 'POST', at(name, person.id, 'apagar'), {})
    expect(unsure.json().error).toMatchObject({ code: 'privacy.not-sure', statusCode: 422 })
  })

  test('is told whole in one file, with titles that people read', async () => {
    const reply = await server.call(token(), 'GET', at(name, person.id, 'exportar'))
    expect(reply.statusCode).toBe(200)
    const file = reply.json()
    expect(file.Titular).toContain(String(person.id))
    const told = plain(reply.body)
    const missing = person.markers.filter(marker => !marker.isSecret && !told.includes(plain(marker.value)))
    expect(missing).toEqual([])
    const unsaid = before.filter(word => !told.includes(plain(word)))
    expect(person.markers.filter(marker => unsaid.some(word => word.includes(marker.token)))).toEqual([])
    expect(file.Cadastros.map((one: { Cadastro: string }) => one.Cadastro)).toContain(model.registers[name]?.title)
    expect(reply.body).not.toContain('lojaId')
  })

  test('is shown what goes and what stays, and why', async () => {
    const reply = await server.call(token(), 'GET', at(name, person.id, 'previa'))
    const rows: { destino: string; cadastro: string; motivo: string }[] = reply.json()
    expect(rows.find(({ cadastro }) => cadastro === model.registers[name]?.title)).toMatchObject({ destino: 'Será apagado' })
    const laws = rows.filter(({ destino }) => destino === 'Fica guardado')
    expect(laws.every(({ motivo }) => motivo !== '')).toBe(true)
    const registers = [...person.rows.keys()].filter(each => model.registers[each]?.about?.keptByLaw)
    expect(laws.map(({ cadastro }) => cadastro)).toEqual(
      expect.arrayContaining(registers.map(each => model.registers[each]?.title)),
    )
  })

  test('is found nowhere once erased but in what a law keeps, and a twin elsewhere is untouched', async () => {
    const standing = new Set((await searchDatabase(words(), q())).map(({ table }) => table))
    const filled = person.markers.map(({ table }) => model.registers[table]?.table)
    expect(filled.filter(table => table && !standing.has(table))).toEqual([])
    const held = model.registers[name]?.person?.heldBy ?? []
    for (const { register, field, where = {} } of held) {
      const names = Object.keys(where)
      const ids = [person.id, ...Object.values(where).map(value => (typeof value === 'boolean' ? !value : Number(value) + 1))]
      const sets = names.map((each, i) => `"${each}" = $${i + 2}`).join(', ')
      if (sets) await q().query(`UPDATE "${register}" SET ${sets} WHERE "${field}" = $1`, ids)
    }
    const reply = await server.call(token(), 'POST', at(name, person.id, 'apagar'), { ciente: true })
    expect(reply.json()).toMatchObject({ apagados: expect.any(Number) })
    const left = (await searchDatabase(words(), q())).filter(hit => !mayStay(hit, person.markers))
    expect(left).toEqual([])
    const files = filesWith(server.context.service.dataDir, words())
    const ofOthers = new RegExp(`^x-retaguarda-loja: ${stores.theirs}$`, 'im')
    expect(files.filter(path => isGlobal || !ofOthers.test(readFileSync(path, 'latin1')))).toEqual([])
    expect(await ofTwin()).toEqual(twin)
    const to = (await waitingLetters(server)).filter(each => words().some(word => each.to.includes(word)))
    expect(to.map(({ lojaId }) => lojaId)).toEqual(to.length === 0 || isGlobal ? [] : [stores.theirs])
    const again = await server.call(token(), 'POST', at(name, person.id, 'apagar'), { ciente: true })
    expect(again.statusCode).toBe(200)
  })
})

describe('a partner whom people work with', () => {
  const cpf = cpfOf(777_001)
  const save = (payload: object, headers = {}) =>
    server.app.inject({
      method: 'POST',
      url: `/api/parceiros/save`,
      headers: { authorization: tokens.owner, ...headers },
      payload: { lojaId: stores.ours, ...payload },
    })

  test('leaves nothing in history, undo, kept answers and lists of what was done', async () => {
    const key = { 'idempotency-key': 'parceiro-1', 'x-action': '6f1b9f3e-2b1e-4c57-9a41-0d5bb34e7a11' }
    const first = { cliente: true, cnpj: cpf, nome_fantasia: 'Zulmira Zaqueu', email1: 'zulmira@zaq.br', observacao: 'zaqnota' }
    const made = await save({ ...first, enderecos: [{ logradouro: 'Rua Zaqlonge', numero: '7' }] }, key)
    expect(made.statusCode).toBe(201)
    const { id, version } = made.json()
    const changed = await save({ id, version, nome_fantasia: 'Zulmira Zaqmudada', enderecos: [] })
    expect(changed.statusCode).toBe(200)
    const undo = await server.call(tokens.owner, 'POST', `/api/atividade/${String(changed.headers['x-action'])}/desfazer`, {
      lojaId: stores.ours,
    })
    expect(undo.json()).toMatchObject({ desfeitos: 1 })
    const words = ['zaqueu', 'zaqnota', 'zaqlonge', 'zaqmudada', 'zulmira', cpf]
    expect((await searchDatabase(words, q())).length).toBeGreaterThan(3)
    const erased = await server.call(tokens.owner, 'POST', at('parceiros', id, 'apagar'), { ciente: true })
    expect(erased.statusCode).toBe(200)
    expect(await searchDatabase(words, q())).toEqual([])
    const seen = await server.call(tokens.owner, 'GET', `/api/parceiros/${id}?lojaId=${stores.ours}`)
    expect(seen.json()).toMatchObject({ nome_fantasia: 'Pessoa apagada', cnpj: null, enderecos: [] })
    const replayed = await save({ ...first, enderecos: [{ logradouro: 'Rua Zaqlonge', numero: '7' }] }, key)
    expect([replayed.statusCode, replayed.headers['idempotency-replayed']]).toEqual([201, 'true'])
    expect(words.filter(word => replayed.body.toLowerCase().includes(word))).toEqual([])
    const undone = await server.call(tokens.owner, 'POST', `/api/atividade/${key['x-action']}/desfazer`, { lojaId: stores.ours })
    expect(undone.statusCode).toBeLessThan(500)
    expect(await searchDatabase(words, q())).toEqual([])
  })

  test('is not erased while a bill of theirs is open', async () => {
    const id = (await save({ cliente: true, nome_fantasia: 'Devedor' })).json().id
    await q().query(`INSERT INTO "Conta" ("lojaId", tipo, "parceiroId", pago, perda) VALUES ($1, 'RECEBER', $2, false, false)`, [
      stores.ours,
      id,
    ])
    const reply = await server.call(tokens.owner, 'POST', at('parceiros', id, 'apagar'), { ciente: true })
    expect(reply.json().error).toMatchObject({
      statusCode: 422,
      code: 'privacy.open-bills',
      message: expect.stringContaining('(1)'),
    })
    const seen = await server.call(tokens.owner, 'GET', `/api/parceiros/${id}?lojaId=${stores.ours}`)
    expect(seen.json().nome_fantasia).toBe('Devedor')
  })
})

describe('a user', () => {
  test('gets and erases what is kept of themselves, and of nobody else, and is out', async () => {
    const email = 'propria@zaqpessoa.br'
    const id = await server.addUser(email, { nome: 'Própria Zaqpessoa' })
    await server.tie(id, stores.ours, { email })
    const own = await server.enter(email)
    const other = await server.addUser('outra@zaqpessoa.br')
    expect((await server.call(own, 'GET', at('users', other, 'exportar'))).statusCode).toBe(403)
    const file = await server.call(own, 'GET', at('users', id, 'exportar'))
    expect([file.statusCode, file.body.includes(email)]).toEqual([200, true])
    expect((await server.call(own, 'POST', at('users', id, 'apagar'), { ciente: true })).statusCode).toBe(200)
    expect((await server.call(own, 'GET', `/api/parceiros/list?lojaId=${stores.ours}`)).statusCode).toBe(401)
    expect((await server.login(email)).statusCode).toBe(401)
    expect(await searchDatabase(['propria@zaqpessoa', 'própria zaqpessoa'], q())).toEqual([])
    const link = await q().query('SELECT id FROM user_lojas WHERE "userId" = $1', [id])
    expect(link.rows).toEqual([])
  })

  test('who owns a store is told to pass it on first', async () => {
    const id = await server.addUser('dona@zaqloja.br')
    const store = await server.addStore('Dela', id)
    await server.tie(id, store, { type: 1, email: 'dona@zaqloja.br' })
    const reply = await server.call(tokens.admin, 'POST', at('users', id, 'apagar'), { ciente: true })
    expect(reply.json().error).toMatchObject({ statusCode: 422, code: 'privacy.administers-stores' })
    // Out of the store, they still hold its licence.
    await q().query('DELETE FROM user_lojas WHERE "lojaId" = $1', [store])
    const own = await server.enter('dona@zaqloja.br')
    const again = await server.call(own, 'POST', '/api/titulares/users/eu/apagar', { ciente: true })
    expect(again.json().error).toMatchObject({ statusCode: 422, code: 'privacy.administers-stores' })
  })
})
