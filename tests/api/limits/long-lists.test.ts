import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DocumentedCall } from '../../../scripts/fuzz/documentedCalls.ts'
import { membersOf } from '../../../src/base/record.ts'
import { type LimitsServer, openLimitsServer } from './everyCall.ts'

/**
 * A long list of the cheapest wrong things must not make a long answer: every list of every call, as the API's own document tells
 * them, is sent with as many as it may hold, and with more.
 */
let here: LimitsServer
beforeAll(async () => {
  here = await openLimitsServer()
})
afterAll(() => here?.server.close())

const elements = [{}, 1, { id: 1, deletar: 'x' }]

/** Tests that share the lists, each with its own limit of time. */
const PARTS = 8

/** The longest answer to one call: this many bytes, and so many more for each byte that was sent. */
const BASE = 200_000
const EACH = 64

const fits = (sent: number, got: string): boolean => got.length <= BASE + EACH * sent

const most = (schema: Readonly<Record<string, unknown>>): number =>
  typeof schema.maxItems === 'number' ? schema.maxItems : 20_000

interface ListCall {
  readonly call: DocumentedCall
  /** The list's name; undefined: the body itself. */
  readonly name: string | undefined
  readonly length: number
}

const listsOf = (call: DocumentedCall): ListCall[] => [
  ...(call.listed ? [{ call, name: undefined, length: 10_000 }] : []),
  ...Object.entries(call.body ?? {})
    .filter(([, schema]) => [schema.type].flat().includes('array'))
    .map(([name, schema]) => ({ call, name, length: most(schema) })),
]

const address = ({ path }: DocumentedCall): string => {
  const [, register = ''] = path.split('/')
  const id = String(here.rows.get(register) ?? 1)
  return `/api${path.replace('{name}', 'produtos-importar').replace(/\{\w+\}/g, id)}`
}

async function sent({ call, name, length }: ListCall, element: unknown): Promise<string | undefined> {
  const list = Array.from({ length }, () => element)
  const others = Object.fromEntries(
    Object.entries(call.body ?? {})
      .filter(([, schema]) => [schema.type].flat().includes('array'))
      .map(([other]) => [other, []]),
  )
  const body = name === undefined ? list : { ...others, lojaId: here.lojaId, [name]: list }
  const at = name === undefined ? `?lojaId=${here.lojaId}` : ''
  const { status, text } = await here.ask(call.method, address(call) + at, body)
  const told = `${call.method} ${call.path} ${name ?? ''} ${JSON.stringify(element)} x ${length}: ${status}, ${text.length} bytes`
  return status < 500 && fits(JSON.stringify(body).length, text) ? undefined : told
}

describe('every list of every call', () => {
  test.each(Array.from({ length: PARTS }, (_, part) => part))(
    'answers in proportion to what was sent, part %i',
    async part => {
      const lists = here.calls.flatMap(listsOf)
      expect(lists.length).toBeGreaterThan(100)
      const wrong: (string | undefined)[] = []
      for (const [at, one] of lists.entries())
        if (at % PARTS === part) wrong.push(await sent(one, elements[one.name === undefined ? 0 : at % 3]))
      expect(wrong.filter(Boolean)).toEqual([])
    },
    300_000,
  )

  test('is refused where it holds more than any call works on', async () => {
    const reply = await here.ask(
      'POST',
      '/api/grupos',
      Array.from({ length: 25_001 }, () => 0),
    )
    expect([reply.status, JSON.parse(reply.text).error.code]).toEqual([413, 'body-too-many'])
    let deep: unknown = 1
    for (let at = 0; at < 100; at++) deep = [deep]
    const nested = await here.ask('POST', '/api/grupos', { nome: deep })
    expect([nested.status, JSON.parse(nested.text).error.code]).toEqual([400, 'body-too-deep'])
  })
})

describe('many wrong sales', () => {
  const lot = async (movimentos: unknown[]) => {
    const body = { lojaId: here.lojaId, movimentos }
    const { status, text } = await here.ask('POST', '/api/Movimentos/lote', body)
    return { status, text, sent: JSON.stringify(body).length, said: membersOf(JSON.parse(text)) }
  }
  const lines = (count: number, row: object = {}) => Array.from({ length: count }, () => row)

  test('are told with the first problems of each, and that there are more', async () => {
    const line = { qtd: 'x', valor_unitario: 'x', valor_bruto: 'x', descricao: 'Pão' }
    const sales = Array.from({ length: 19 }, (_, at) => ({ chave: `k${at}`, equipamentoId: 1, produtos: lines(1000, line) }))
    const { status, text, said } = await lot(sales)
    const results = said.resultados as { details: { code: string; message: string }[] }[]
    expect([status, results.length]).toEqual([200, 19])
    expect(results[0]?.details).toHaveLength(21)
    expect(results[0]?.details.at(-1)).toMatchObject({
      code: 'more-problems',
      message: 'Há mais problemas: só os primeiros 20 são indicados.',
    })
    expect(results.every(({ details }) => details.length > 0)).toBe(true)
    expect(text.length).toBeLessThan(150_000)
  })

  test('that lack what every sale has are not read any further', async () => {
    const { said, text } = await lot(Array.from({ length: 19 }, () => ({ produtos: lines(1000) })))
    const results = said.resultados as { details: { path: string }[] }[]
    expect(results.map(({ details }) => details.map(({ path }) => path))).toEqual(results.map(() => ['chave', 'equipamentoId']))
    expect(text.length).toBeLessThan(20_000)
    const [first] = (await lot([{ chave: 'a', equipamentoId: 1, produtos: lines(1000) }])).said.resultados as typeof results
    expect(new Set(first?.details.map(({ path }) => path.split('.')[1]))).toEqual(new Set(['0']))
  })

  test('with too many lines among them are refused together, before any is read', async () => {
    const { status, text } = await lot(Array.from({ length: 21 }, (_, at) => ({ chave: `m${at}`, produtos: lines(1000) })))
    expect([status, JSON.parse(text).error]).toEqual([
      422,
      expect.objectContaining({
        code: 'sale.batch-lines',
        message: 'O envio tem 21.000 itens e pagamentos; no máximo 20000 por envio. Divida em partes.',
        details: [expect.objectContaining({ path: 'movimentos' })],
      }),
    ])
  })

  test('with a key as long as a book do not repeat it', async () => {
    const { text, sent: size } = await lot([{ chave: 'x'.repeat(500_000), produtos: 1 }])
    expect(text.length).toBeLessThan(size + 20_000)
  })
})
