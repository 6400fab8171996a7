import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kindByName } from '../../src/kinds/values.ts'
import { cutImport } from '../../src/model/access/cutFields.ts'
import { modelForRights, type Permission, rightsFor } from '../../src/model/access/gate.ts'
import { gateNames, parseGate } from '../../src/model/access/gateTree.ts'
import type { Field, Import, Register } from '../../src/model/model.ts'
import { topLevelRegisters } from '../../src/model/register.ts'
import { oneOfEach } from './fixtures/oneOfEach.ts'
import { product, productModel } from './fixtures/product.ts'
import { filterQuery, registerCalls } from './fixtures/registerCalls.ts'
import { openServer, type TestServer } from './fixtures/testServer.ts'

/**
 * Walks every field that says who reads it (`see`): an employee with every flag but those that open it must not learn its value by any call, nor
 * write it, nor lose it. New fields are walked without a word here.
 */
const model = productModel()
const TOKEN = 'zzvisivel'
const opening = new Set(
  Object.values(model.registers)
    .flatMap(({ fields }) => fields.flatMap(({ see }) => (see === undefined ? [] : gateNames(parseGate(see)))))
    .map(({ name }) => name),
)
const permission: Permission = {
  admin: false,
  owner: false,
  logged: true,
  flags: Object.fromEntries(model.flags.map(({ name }) => [name, !opening.has(name)])),
  store: Object.fromEntries(model.features.map(name => [name, true])),
}
const rights = rightsFor(model, permission)
const isHidden = ({ see }: Field): boolean => see !== undefined && rights[see] !== true

interface Hidden {
  readonly register: Register
  readonly field: Field
  readonly marker: string | number
}
/** Fields with a column, each with a value that stands nowhere else. A yes or no has none. */
const hidden: Hidden[] = Object.values(model.registers)
  .filter(({ from }) => !from)
  .flatMap(register => register.fields.filter(one => isHidden(one) && one.stored).map(field => ({ register, field })))
  .flatMap(({ register, field }, at): Hidden[] => {
    if (field.kind === 'boolean') return []
    const isNumber = ['money', 'decimal', 'percent', 'integer'].includes(field.kind)
    return [{ register, field, marker: isNumber ? 471_100 + at : `ZZOCULTO${at}` }]
  })
const own = hidden.filter(({ register }) => !register.parent && (register.access.see ?? '') !== '')

let server: TestServer
let employee: string
let owner: string
const stores = { ours: 0 }
const records = new Map<string, unknown>()

beforeAll(async () => {
  server = await openServer(model)
  stores.ours = await server.addStore('Nossa')
  for (const feature of model.features) await sql(`UPDATE lojas SET "${feature}" = true WHERE id = $1`, [stores.ours])
  await oneOfEach({ model, server, store: stores.ours, token: TOKEN, records })
  for (const { register, field, marker } of hidden)
    await sql(`UPDATE "${register.table}" SET "${field.name}" = $1 WHERE "lojaId" = $2`, [marker, stores.ours])
  owner = await server.enterStore('dona', stores.ours, { type: 1 })
  employee = await server.enterStore('empregado', stores.ours, permission.flags)
})
afterAll(() => server?.close())

const sql = (text: string, params: readonly unknown[]) => server.context.database.system.query(text, params)
const call = (token: string, method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) =>
  server.call(token, method, url, payload)
const at = () => `lojaId=${stores.ours}`
const idOf = ({ table }: Register): number => Number(records.get(table))
/** Markers as JSON, CSV and people write them. */
const told = (body: string): Hidden[] =>
  hidden.filter(({ marker }) => {
    const text = String(marker)
    return new RegExp(`(?<!\\d)(${text}|${text.replace(/^(\d{3})(\d{3})$/, '$1\\.$2')})(?!\\d)`).test(body)
  })
const names = (found: readonly Hidden[]): string[] => found.map(({ register, field }) => `${register.name}.${field.name}`)

test('costs, commissions and customers’ credit are not for everybody', () => {
  expect(names(hidden)).toEqual(
    expect.arrayContaining([
      'produtos.preco_cst_prod',
      'produtos.comissao_prod',
      'parceiros.comissao_venda',
      'parceiros.credito_limite',
      'Movimentos.produtos.preco_custo',
      'ficha_tecnicas.total_custo',
    ]),
  )
})

describe('reading', () => {
  test('the owner reads every one of them, so that the walk looks in the right places', async () => {
    const seen = new Set<string>()
    for (const register of topLevelRegisters(model).filter(({ scope }) => scope === 'store')) {
      const include = filterQuery({ include: register.lists.map(({ name }) => name) })
      const { body } = await call(owner, 'GET', `/api/${register.name}?${include}&${at()}`)
      for (const name of names(told(body))) seen.add(name)
    }
    const shown = hidden.filter(({ register }) => register.stored !== false)
    expect(names(shown).filter(name => !seen.has(name))).toEqual([])
  })

  test.each(topLevelRegisters(model).map(register => [register.name, register] as const))(
    '%s: no call tells a hidden value',
    async (_, register) => {
      const calls = registerCalls({ model, register, id: idOf(register), ours: stores.ours, token: TOKEN, records }, stores.ours)
      const deep = register.fields.flatMap(({ reference }) => (reference ? [reference.as] : []))
      const includes = { include: [...deep, ...register.lists.map(({ name }) => ({ relation: name }))] }
      const urls = [
        ...calls.filter(([method]) => method === 'GET').map(([, url]) => url),
        `/api/${register.name}?${filterQuery(includes)}&${at()}`,
        `/api/${register.name}/exportar?formato=csv&${at()}`,
        `/api/buscar?q=${TOKEN}&${at()}`,
      ]
      const leaks: string[] = []
      for (const url of urls) {
        const reply = await call(employee, 'GET', url)
        expect(reply.statusCode, url).toBeLessThan(500)
        for (const name of names(told(reply.body))) leaks.push(`${url}: ${name}`)
      }
      expect(leaks).toEqual([])
    },
  )

  test('no operation tells a hidden value', async () => {
    const leaks: string[] = []
    for (const operation of product.operations.filter(({ method }) => method === 'GET')) {
      const path = operation.path.replace(/:\w+/g, '1')
      for (const more of ['', `&produtoId=${idOf(model.registers.produtos as Register)}&id=1`]) {
        const reply = await call(employee, 'GET', `/api/${path}?${at()}${more}`)
        for (const name of names(told(reply.body))) leaks.push(`${path}: ${name}`)
      }
    }
    expect(leaks).toEqual([])
  })

  test('the history tells it to who may read it, and to nobody else', async () => {
    const produtos = model.registers.produtos as Register
    const id = idOf(produtos)
    // Past the checks of a whole record: only the history matters.
    const state = JSON.stringify({ preco_cst_prod: 471_999, desc_prod: 'antes' })
    await sql(
      `INSERT INTO user_logs ("lojaId", recurso, "recursoId", acao, antes, depois) VALUES ($1, 'produtos', $2, 'alterar', $3, $4)`,
      [stores.ours, String(id), state, JSON.stringify({ preco_cst_prod: 471_998, desc_prod: 'depois' })],
    )
    const url = `/api/produtos/${id}/historico?${at()}`
    expect((await call(owner, 'GET', url)).body).toMatch(/471999/)
    const { body } = await call(employee, 'GET', url)
    expect(body).toContain('depois')
    expect(body).not.toMatch(/47199[89]|471\.99[89]/)
  })
})

describe('asking in a roundabout way', () => {
  test.each(own.map(one => [`${one.register.name}.${one.field.name}`, one] as const))(
    '%s: is refused, and by name',
    async (_, { register, field, marker }) => {
      const { name } = register
      const refused: [string, number, string][] = []
      const ask = async (method: 'GET' | 'POST', url: string, payload?: object): Promise<void> => {
        const { statusCode, body } = await call(employee, method, url, payload)
        refused.push([url.replace(/\?.*/, ''), statusCode, body])
      }
      const value = field.choices?.[0]?.value ?? marker
      const lists = [
        { where: { [field.name]: value } },
        { where: { or: [{ id: 0 }, { [field.name]: { neq: null } }] } },
        { order: `${field.name} DESC` },
      ]
      for (const filter of lists) {
        await ask('GET', `/api/${name}/list?${filterQuery(filter)}&${at()}`)
        await ask('GET', `/api/${name}/exportar?${filterQuery(filter)}&${at()}`)
      }
      await ask('GET', `/api/${name}/count?${filterQuery(lists[0])}&${at()}`)
      await ask('GET', `/api/${name}/exportar?columns=${register.label},${field.name}&${at()}`)
      await ask('GET', `/api/${name}/uniqCodigo?field=${field.name}&value=${marker}&${at()}`)
      if (kindByName(field.kind).sums) await ask('GET', `/api/${name}/totais?campos=${field.name}&${at()}`)
      const body = { lojaId: stores.ours }
      await ask('POST', `/api/${name}/valores`, { ...body, registros: {}, campo: field.name })
      await ask('POST', `/api/${name}/alterarVarios`, {
        ...body,
        registros: { where: lists[0]?.where },
        dados: { [register.label]: 'x' },
      })
      for (const [url, status, text] of refused)
        expect([url, status, text]).toEqual([url, 400, expect.stringContaining('field-hidden')])
    },
  )

  test('nor through a record that refers to it', async () => {
    for (const filter of [{ where: { 'produto.preco_cst_prod': { gt: 1 } } }, { order: 'produto.preco_cst_prod ASC' }]) {
      const reply = await call(employee, 'GET', `/api/ficha_tecnicas/list?${filterQuery(filter)}&${at()}`)
      expect([reply.statusCode, reply.json().error.code]).toEqual([400, 'field-hidden'])
    }
  })
})

describe('writing', () => {
  const partner = async (values: object) =>
    (await call(owner, 'POST', '/api/parceiros', { lojaId: stores.ours, ...values })).json()

  test('a save keeps what its author does not see, tells nothing of it, and does not set it', async () => {
    const saved = await partner({ nome_fantasia: 'Ana', funcionario: true, usuario_pdv: 77, comissao_venda: 471.5 })
    const url = `/api/parceiros/${saved.id}?${at()}`
    const answer = await call(employee, 'PATCH', url, { nome_fantasia: 'Outro nome', version: saved.version })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json()).toMatchObject({ nome_fantasia: 'Outro nome' })
    expect(Object.keys(answer.json())).not.toContain('comissao_venda')
    const stale = await call(employee, 'PATCH', url, { nome_fantasia: 'Tarde', version: saved.version })
    expect(stale.statusCode).toBe(409)
    expect(stale.body).not.toMatch(/471[.,]5|comissao_venda/)
    for (const value of [471.5, 3]) {
      const refused = await call(employee, 'PATCH', url, { comissao_venda: value })
      expect([refused.statusCode, refused.json().error.details[0].code]).toEqual([422, 'field-hidden-write'])
    }
    const many = { lojaId: stores.ours, registros: { where: { id: saved.id } }, dados: { comissao_venda: 3 } }
    expect((await call(employee, 'POST', '/api/parceiros/alterarVarios', many)).statusCode).toBe(400)
    const { rows } = await sql('SELECT comissao_venda::float8 AS kept FROM parceiros WHERE id = $1', [saved.id])
    expect(rows).toEqual([{ kept: 471.5 }])
    // Records of their own have what everybody's begins with.
    const made = await call(employee, 'POST', '/api/parceiros', { lojaId: stores.ours, nome_fantasia: 'Novo', cliente: true })
    expect(made.statusCode, made.body).toBe(201)
  })
})

describe('reports', () => {
  const ask = (token: string, path: string, more = '') => call(token, 'GET', `/api/${path}?${at()}${more}`)

  test('answer every figure but those of a hidden field', async () => {
    const [mine, theirs] = [
      (await ask(owner, 'Relatorio/estoque/saldos')).json(),
      (await ask(employee, 'Relatorio/estoque/saldos')).json(),
    ]
    expect(mine).toMatchObject({ custo: expect.any(Number), lucro: expect.any(Number) })
    expect(theirs).toMatchObject({ valor: mine.valor, custo: null, lucro: null })
  })

  test('leave its columns out of files, and are not ordered by them', async () => {
    const file = await ask(employee, 'Relatorio/estoque/saldos', '&format=csv')
    expect(file.body).toContain('Estoque mínimo')
    expect(file.body).not.toContain('Custo')
    const part = `&part=array&filter=${encodeURIComponent('{"order":"custo_total DESC"}')}`
    expect((await ask(employee, 'Relatorio/estoque/saldos', part)).statusCode).toBe(400)
    const year = '&startDate=2026-01-01T00:00:00Z&endDate=2026-12-31T00:00:00Z&order=lucro'
    const orders = [employee, owner].map(async token => (await ask(token, 'relatorio/pdv/curva_abc', year)).statusCode)
    expect(await Promise.all(orders)).toEqual([400, 200])
  })
})

test('pages show nothing of it: no column, field, filter, card or column of a file', () => {
  const cut = modelForRights(model, rights)
  const places = (one: Register): string => JSON.stringify(one.views)
  for (const { register, field } of hidden) {
    const seen = cut.registers[register.name]
    if (seen && !['total', 'comissao'].includes(field.name)) expect(places(seen)).not.toContain(`"${field.name}"`)
  }
  const load = model.imports['produtos-importar'] as Import
  expect(JSON.stringify(cutImport(load, model, rights).columns)).not.toContain('"preco_cst_prod"')
  expect(JSON.stringify(cut.reports.estoque)).not.toMatch(/custo_total|"lucro"/)
  expect(JSON.stringify(model.reports.estoque)).toMatch(/custo_total/)
})
