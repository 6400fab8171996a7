import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DocumentedCall, Schema } from '../../../scripts/fuzz/documentedCalls.ts'
import { hostileValues } from '../../../scripts/fuzz/hostileValues.ts'
import { sampleRecords } from '../../../scripts/sampleData/record.ts'
import { membersOf } from '../../../src/base/record.ts'
import { createSeededRandom, type SeededRandom } from '../../../src/base/seededRandom.ts'
import { kindByName } from '../../../src/kinds/values.ts'
import type { Register } from '../../../src/model/model.ts'
import { topLevelRegisters } from '../../../src/model/register.ts'
import { type LimitsServer, openLimitsServer } from './everyCall.ts'

/**
 * Every field of every call is given something that it does not expect. Whatever comes, the answer is never a failure of the server,
 * and one that refuses says so in JSON. FUZZ_SEED and FUZZ_ROUNDS look further than the tests do.
 */
const seed = Number(process.env.FUZZ_SEED ?? 12)
const rounds = Number(process.env.FUZZ_ROUNDS ?? 1)

interface Try {
  readonly method: string
  readonly url: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

let here: LimitsServer
beforeAll(async () => {
  here = await openLimitsServer()
})
afterAll(() => here?.server.close())

const operators = ['eq', 'neq', 'gt', 'lt', 'between', 'inq', 'nin', 'like', 'contains', 'nlike', 'ilike', 'toString']

const json = (value: unknown): string => encodeURIComponent(JSON.stringify(value) ?? '')
/** As an address holds it. */
const plain = (value: unknown): string =>
  encodeURIComponent((typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 5000))

const shrunk = (value: unknown): unknown => (typeof value === 'string' ? value.slice(0, 500) : value)

/** The calls that read a register: each field compared with something else. */
function readings({ name, fields, lists }: Register, r: SeededRandom): Try[] {
  const at = `&lojaId=${here.lojaId}`
  const get = (rest: string): Try => ({ method: 'GET', url: `/api/${name}${rest}` })

  const hostile = () => shrunk(r.pick(hostileValues))
  return [
    ...fields.flatMap(field => [
      get(`?filter=${json({ where: { [field.name]: hostile() } })}${at}`),
      get(`?filter=${json({ where: { [field.name]: { [r.pick(operators)]: hostile() } } })}${at}`),
      get(`/count?filter=${json({ where: { [field.name]: { [r.pick(operators)]: [hostile(), hostile()] } } })}${at}`),
      get(`/uniqCodigo?field=${field.name}&value=${plain(hostile())}&id=${plain(hostile())}${at}`),
      get(`?${field.name}_like=${plain(hostile())}${at}`),
    ]),
    ...['order', 'fields', 'include', 'limit', 'skip', 'q', 'where', 'filter', 'lojaId', 'columns', 'formato', 'campos'].flatMap(
      word => [get(`?filter=${json({ [word]: hostile() })}${at}`), get(`/exportar?${word}=${plain(hostile())}${at}`)],
    ),
    ...[...fields.map(field => field.name), ...lists.map(list => list.name)].map(one =>
      get(`/totais?campos=${plain(`${one},${plain(hostile())}`)}${at}`),
    ),
  ]
}

/** A change of one field of the row that is there, and of one row of each list. */
function writings(register: Register, r: SeededRandom): Try[] {
  const { name, fields, lists } = register
  const id = here.rows.get(name)
  const base = { lojaId: here.lojaId, id }
  const [sample = {}] = sampleRecords(here.model, name, 1)
  const whole = { ...sample, id: null, version: null, lojaId: here.lojaId }
  const hostile = () => r.pick(hostileValues)
  const names = [...fields.map(field => field.name), ...lists.map(list => list.name), 'version', 'id', 'lojaId', 'registros']
  return [
    ...names.flatMap((field): Try[] => [
      { method: 'PATCH', url: `/api/${name}/${id}`, body: { ...base, [field]: hostile() } },
      { method: 'POST', url: `/api/${name}/save`, body: { ...whole, [field]: hostile() } },
      { method: 'POST', url: `/api/${name}/alterarVarios`, body: { lojaId: here.lojaId, itens: [{ id, [field]: hostile() }] } },
      {
        method: 'POST',
        url: `/api/${name}/alterarVarios`,
        body: { lojaId: here.lojaId, registros: { where: { id } }, dados: { [field]: hostile() }, visto: hostile() },
      },
      {
        method: 'POST',
        url: `/api/${name}/valores`,
        body: { lojaId: here.lojaId, registros: { where: { [field]: hostile() } }, campo: field, valor: hostile() },
      },
    ]),
    ...lists.flatMap(list =>
      (here.model.registers[list.register]?.fields ?? []).map((field): Try => {
        const [row = {}] = Array.isArray(sample[list.name]) ? (sample[list.name] as object[]) : []
        return {
          method: 'POST',
          url: `/api/${name}`,
          body: { ...whole, [list.name]: [{ ...row, id: null, [field.name]: hostile() }] },
        }
      }),
    ),
  ]
}

/** Something unexpected in each place that the document names: parts of the address, parameters, members of the body, headers. */
function documented({ method, path, query, body, listed }: DocumentedCall, r: SeededRandom): Try[] {
  const hostile = () => r.pick(hostileValues)
  const [, register = ''] = path.split('/')
  const id = here.rows.get(register) ?? 1
  const address = (part: unknown): string => `/api${path.replace('{name}', 'produtos-importar').replace(/\{\w+\}/g, plain(part))}`
  const base = body && {
    lojaId: here.lojaId,
    ...Object.fromEntries(Object.entries(body).map(([name, one]) => [name, usual(one, id)])),
  }
  const at = `lojaId=${here.lojaId}`
  const say = (url: string, changes?: unknown, headers?: Readonly<Record<string, string>>): Try => ({
    method,
    url,
    ...(base ? { body: changes ?? base } : {}),
    ...(headers ? { headers } : {}),
  })
  return [
    say(`${address(shrunk(hostile()))}?${at}`),
    ...Object.keys(query).flatMap(name => [
      say(`${address(id)}?${at}&${name}=${plain(hostile())}`),
      say(`${address(id)}?${at}&${name}[]=${plain(hostile())}`),
    ]),
    ...Object.keys(body ?? {}).map(name => say(`${address(id)}?${at}`, { ...base, [name]: hostile() })),
    ...Object.entries(body ?? {}).flatMap(([name, one]) =>
      spoilt(one, id, hostile).map(value => say(`${address(id)}?${at}`, { ...base, [name]: value })),
    ),
    ...(body ? [say(`${address(id)}?${at}`, hostile())] : []),
    ...(listed ? [say(`${address(id)}?${at}`, [hostile(), base])] : []),
    ...['x-action', 'x-origin', 'idempotency-key', 'content-type', 'if-none-match', 'range', 'accept-encoding'].map(header =>
      say(`${address(id)}?${at}`, undefined, { [header]: r.pick(headerValues) }),
    ),
  ]
}

/** Each column of each import in a row, and each member of a sale, of its lines and of its receipts. */
function rowsOfFiles(r: SeededRandom): Try[] {
  const post = (path: string, body: object): Try => ({
    method: 'POST',
    url: `/api/${path}`,
    body: { lojaId: here.lojaId, ...body },
  })
  const imports = Object.values(here.model.imports).flatMap(({ name, columns }) => {
    const whole = Object.fromEntries(columns.map(column => [column.name, '1']))
    return columns.flatMap(column => {
      const row = { ...whole, [column.name]: r.pick(hostileValues) }
      return [
        post(`imports/${name}`, { rows: [row, { [column.name]: r.pick(hostileValues) }], skip: true, change: r.chance(0.5) }),
        post(`imports/${name}/existentes`, { keys: [row] }),
        post(`imports/${name}/concluir`, { rows: [{ id: 1, ...row }] }),
      ]
    })
  })
  const line = { produtoId: 1, descricao: 'Pão', qtd: 1, valor_unitario: 5, valor_bruto: 5 }
  const receipt = { moedaId: here.rows.get('moedas'), valor: 5 }
  const sale = { equipamentoId: here.rows.get('equipamentos'), produtos: [line], recebimentos: [receipt] }
  const sent = (changes: object, at: number): Try[] => [
    post('Movimentos/save', { ...sale, chave: `s${at}`, ...changes }),
    post('Movimentos/lote', { movimentos: [{ ...sale, chave: `l${at}`, ...changes }] }),
  ]
  const movements = here.model.registers.Movimentos
  const names = (list?: string): string[] => {
    const rows = movements?.lists.find(one => one.name === list)
    const register = list === undefined ? movements : rows && here.model.registers[rows.register]
    if (!register) throw new Error(`No register of sales, or none of their ${list}`)
    return register.fields.map(field => field.name)
  }
  const sales = [
    ...[...names(), 'produtos', 'recebimentos'].map(name => ({ [name]: r.pick(hostileValues) })),
    ...names('produtos').map(name => ({ produtos: [{ ...line, [name]: r.pick(hostileValues) }] })),
    ...names('recebimentos').map(name => ({ recebimentos: [{ ...receipt, [name]: r.pick(hostileValues) }] })),
  ].flatMap(sent)
  return [...imports, ...sales]
}

const headerValues = [
  '\u00ff',
  'x',
  '',
  '0',
  '{}',
  'bytes=0-',
  'text/plain',
  'application/json; charset=utf-16',
  'x'.repeat(5000),
]

/** A value that the schema of a member allows, more or less. */
function usual({ type, properties, items }: Schema, id: unknown): unknown {
  const [kind] = [type].flat()
  if (kind === 'integer' || kind === 'number') return id
  if (kind === 'boolean') return true
  if (kind === 'array') return [{ id, ...usualMembers(items, id) }]
  if (kind === 'object' || Object.keys(membersOf(properties)).length > 0) return usualMembers({ properties }, id)
  return 'x'
}

const usualMembers = (schema: unknown, id: unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(propertiesOf(schema)).map(([name, one]) => [name, usual(one, id)]))

const propertiesOf = (schema: unknown): Readonly<Record<string, Schema>> =>
  membersOf(membersOf(schema).properties) as Readonly<Record<string, Schema>>

/** Values that are whole but for one member at any depth, which is unexpected. */
function spoilt(schema: Schema, id: unknown, hostile: () => unknown): unknown[] {
  const inside = schema.type === 'array' || schema.items !== undefined ? schema.items : schema
  const whole = usualMembers(inside, id)
  const wrap = (value: unknown): unknown => (inside === schema ? value : [value])
  return Object.entries(propertiesOf(inside)).flatMap(([name, one]) =>
    [hostile(), ...spoilt(one, id, hostile)].map(value => wrap({ ...whole, [name]: value })),
  )
}

test('no day and no moment that calendars lack makes a call fail', async () => {
  const odd = ['0000-01-01', '0000-01-01T00:00:00Z', '-000001-01-01T00:00:00Z', '2016-12-31T23:59:60Z']
  const isTime = ({ format }: Schema) => format === 'date' || format === 'date-time'
  const tries = odd.flatMap((value): Try[] => [
    ...here.calls.flatMap(({ method, path, query, body = {} }): Try[] => {
      const id = here.rows.get(path.split('/')[1] ?? '') ?? 1
      const url = `/api${path.replace(/\{\w+\}/g, plain(id))}?lojaId=${here.lojaId}`
      const whole = Object.fromEntries(Object.entries(body).map(([name, one]) => [name, usual(one, id)]))
      return [
        ...Object.keys(query).flatMap(name =>
          isTime(query[name] ?? {}) ? [{ method, url: `${url}&${name}=${plain(value)}` }] : [],
        ),
        ...Object.entries(body).flatMap(([name, one]) =>
          isTime(one) ? [{ method, url, body: { ...whole, lojaId: here.lojaId, [name]: value } }] : [],
        ),
      ]
    }),
    ...topLevelRegisters(here.model).flatMap(({ name, fields }) =>
      fields.flatMap((field): Try[] => {
        if (kindByName(field.kind).time === undefined) return []
        const row = { id: here.rows.get(name), [field.name]: value }
        const body = { lojaId: here.lojaId, itens: [row] }
        const where = json({ where: { [field.name]: { between: [value, value] } } })
        return [
          { method: 'PATCH', url: `/api/${name}/${row.id}`, body: { ...row, lojaId: here.lojaId } },
          { method: 'POST', url: `/api/${name}`, body: { ...row, id: null, lojaId: here.lojaId } },
          { method: 'POST', url: `/api/${name}/alterarVarios`, body },
          { method: 'GET', url: `/api/${name}?lojaId=${here.lojaId}&filter=${where}` },
        ]
      }),
    ),
  ])
  expect(tries.length).toBeGreaterThan(1000)
  const failed: string[] = []
  for (const { method, url, body } of tries) {
    const { status } = await here.ask(method, url, body)
    if (status >= 500) failed.push(`${method} ${url} ${JSON.stringify(body)}: ${status}`)
  }
  expect(failed).toEqual([])
})

test('nothing that is sent makes the server fail', async () => {
  const failed = new Map<string, string>()
  let count = 0
  for (let round = 0; round < rounds; round++) {
    const r = createSeededRandom(seed + round)
    const registers = topLevelRegisters(here.model)
    const all = [
      ...here.calls.filter(({ method }) => method !== 'DELETE').flatMap(call => documented(call, r)),
      ...rowsOfFiles(r),
      ...registers.flatMap(register => [...readings(register, r), ...writings(register, r)]),
    ].filter(() => rounds > 1 || r.chance(SHARE))
    for (const one of all) {
      count += 1
      const { status, text } = await here.ask(one.method, one.url, one.body, one.headers)
      if (status < 500 || status === 507) continue
      const why = here.server.logged.findLast(line => line.includes('"err"')) ?? ''
      const message = /"message":"(.*?)"[,}]/.exec(why)?.[1] ?? text.slice(0, 200)
      const told = `${one.method} ${one.url.slice(0, 300)} ${JSON.stringify(one.body)?.slice(0, 400)} ${JSON.stringify(one.headers)}: ${status} ${message}`
      if (!failed.has(message)) failed.set(message, told)
    }
  }
  if (rounds > 1) console.log(`${count} calls`)
  expect([...failed.values()]).toEqual([])
  expect(count).toBeGreaterThan(1000)
}, 3_600_000)

/** The share of all calls that the tests make: the same each time. */
const SHARE = 0.1
