import fc from 'fast-check'
import '../../fixedSeed.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dayOf } from '../../../src/base/dates.ts'
import { foldText } from '../../../src/base/text.ts'
import { openShop, type Shop } from '../fixtures/shop.ts'

type Row = Record<string, unknown> & { id: number }

let shop: Shop
let dono: ReturnType<Shop['as']>
let rows: Row[]

const words = ['água', 'Água', 'pão de queijo', 'Pao', 'café', 'x_y', '50%', 'A\\B', 'refrigerantes', null]

beforeAll(async () => {
  shop = await openShop()
  const admin = shop.as({ userId: 1, stores: [], admin: true })
  for (const nome_fantasia of ['Um', 'Dois']) await admin('POST', '/api/lojas', { nome_fantasia, regime_tributario: 1 })
  const bodies = Array.from({ length: 60 }, (_, n) => ({
    nome_fantasia: `${words[n % 9]} ${n}`,
    razao_social: words[(n * 7) % 10],
    observacao: n % 4 === 0 ? null : `obs ${n % 5}`,
    cliente: n % 2 === 0,
    fornecedor: true,
    credito_limite: n % 3 === 0 ? null : ((n % 7) * 11) / 10,
    credito_dia_pagamento: n % 5 === 0 ? null : (n % 6) + 1,
    credito_tipo_alt: n % 4 === 1 ? 'DESCONTO' : null,
  }))
  dono = shop.as({ userId: 2, stores: [1], owner: true })
  expect((await dono('POST', '/api/parceiros', bodies)).status).toBe(200)
  await shop.as({ userId: 3, stores: [2], owner: true })('POST', '/api/parceiros', bodies.slice(0, 5))
  rows = (await list({})).rows
})
afterAll(() => shop?.close())

async function list(filter: unknown, path = '/api/parceiros/list') {
  const { status, body, count } = await dono('GET', `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
  return {
    status,
    count,
    rows: body as Row[],
    error: (body as { error?: { code: string; message: string; details: { path: string }[] } }).error,
  }
}

/** Tells whether a row meets a where, the plain way. */
function meets(row: Row, where: Record<string, unknown>): boolean {
  return Object.entries(where).every(([name, value]) => {
    if (name === 'and') return (value as Record<string, unknown>[]).every(one => meets(row, one))
    if (name === 'or') return (value as Record<string, unknown>[]).some(one => meets(row, one))
    const field = row[name]
    if (typeof value !== 'object' || value === null) return field === value
    return Object.entries(value).every(([operator, operand]) => compare(field, operator, operand))
  })
}

const like = (text: unknown, pattern: string): boolean => {
  if (text === null) return false
  const whole = pattern.includes('%') ? pattern : `%${pattern}%`
  const source = whole.replace(/\\(.)|[%_]|[.*+?^${}()|[\]]/g, (char, escaped: string | undefined) =>
    escaped !== undefined
      ? escaped.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
      : char === '%'
        ? '[^]*'
        : char === '_'
          ? '[^]'
          : `\\${char}`,
  )
  return new RegExp(`^${source}$`, 'u').test(String(text))
}

function compare(field: unknown, operator: string, operand: unknown): boolean {
  const order = () => (field === null ? Number.NaN : Number(field) - Number(operand))
  switch (operator) {
    case 'eq':
      return field === operand
    case 'neq':
      return field !== operand
    case 'gt':
      return order() > 0
    case 'gte':
      return order() >= 0
    case 'lt':
      return order() < 0
    case 'lte':
      return order() <= 0
    case 'between':
      return (
        field !== null && Number(field) >= Number((operand as number[])[0]) && Number(field) <= Number((operand as number[])[1])
      )
    case 'inq':
      return (operand as unknown[]).includes(field)
    case 'nin':
      return !(operand as unknown[]).includes(field)
    case 'like':
      return like(field, String(operand))
    case 'nlike':
      return !like(field, String(operand))
    default:
      return like(field === null ? null : foldText(String(field)), foldText(String(operand)))
  }
}

const numeric = (name: string, values: number[]) => {
  const value = fc.constantFrom(...values)
  return fc.oneof(
    fc.record({ [name]: fc.oneof(value, fc.constant(null)) }),
    fc
      .constantFrom('eq', 'neq', 'gt', 'gte', 'lt', 'lte')
      .chain(operator => value.map(operand => ({ [name]: { [operator]: operand } }))),
    fc.tuple(value, value).map(range => ({ [name]: { between: range } })),
    fc
      .constantFrom('inq', 'nin')
      .chain(operator =>
        fc.array(fc.oneof(value, fc.constant(null)), { maxLength: 4 }).map(operand => ({ [name]: { [operator]: operand } })),
      ),
  )
}

const textual = (name: string) =>
  fc.oneof(
    fc.constantFrom(...words).map(value => ({ [name]: value })),
    fc.constantFrom('neq', 'eq').chain(operator => fc.constantFrom(...words).map(value => ({ [name]: { [operator]: value } }))),
    fc
      .constantFrom('like', 'nlike', 'ilike')
      .chain(operator =>
        fc
          .constantFrom('pao', 'P%', '%o', 'á', 'x\\_y', 'x_y', '50\\%', '%5%', '%', 'queijo', 'A\\\\B')
          .map(operand => ({ [name]: { [operator]: operand } })),
      ),
    fc
      .constantFrom('inq', 'nin')
      .chain(operator =>
        fc.array(fc.constantFrom(...words), { maxLength: 4 }).map(operand => ({ [name]: { [operator]: operand } })),
      ),
  )

const leaf = fc.oneof(
  numeric('credito_limite', [0, 1.1, 2.2, 3.3, 5.5]),
  numeric('credito_dia_pagamento', [1, 2, 3, 6]),
  textual('razao_social'),
  fc.boolean().map(cliente => ({ cliente })),
  fc.boolean().map(cliente => ({ cliente: { neq: cliente } })),
  fc.constantFrom('DESCONTO', 'ACRESCIMO', null).map(credito_tipo_alt => ({ credito_tipo_alt })),
)

const { where: tree } = fc.letrec<{ where: Record<string, unknown> }>(tie => ({
  where: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.array(tie('where'), { maxLength: 3 }).map(and => ({ and })),
    fc.array(tie('where'), { maxLength: 3 }).map(or => ({ or })),
    fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })),
  ),
}))

test('a number that is too large for a field is compared like any other: no row has it', async () => {
  const far = 7_897_258_258_474
  const count = async (credito_dia_pagamento: unknown) => {
    const { status, rows: found } = await list({ where: { credito_dia_pagamento } })
    return [status, found.length]
  }
  const filled = rows.filter(row => row.credito_dia_pagamento !== null).length
  expect(await count(far)).toEqual([200, 0])
  expect(await count({ inq: [1, far] })).toEqual([200, rows.filter(row => row.credito_dia_pagamento === 1).length])
  expect(await count({ lt: far })).toEqual([200, filled])
  expect(await count({ between: [0, far] })).toEqual([200, filled])
})

describe('where', () => {
  test('random conditions find what they mean', async () => {
    await fc.assert(
      fc.asyncProperty(tree, async where => {
        const found = await list({ where, order: 'id' })
        expect(found.error).toBeUndefined()
        expect(found.rows.map(row => row.id)).toEqual(
          rows
            .filter(row => meets(row, where))
            .map(row => row.id)
            .sort((a, b) => a - b),
        )
        expect(found.count).toBe(found.rows.length)
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    [{ where: { nada: 1 } }, 'filter-field-unknown', 'nada'],
    [{ where: { nome_fantasia: { regexp: 'x' } } }, 'filter-operator-unknown', 'regexp'],
    [{ where: { cliente: { gt: true } } }, 'filter-operator-unknown', 'gt'],
    [{ where: { credito_limite: 'caro' } }, 'filter-value-invalid', 'credito_limite'],
    [{ where: { credito_limite: { between: [1] } } }, 'filter-value-invalid', 'credito_limite'],
    [{ where: { and: 1 } }, 'filter-part-invalid', 'and'],
    [{ where: { senha_pdv: 'x' } }, 'filter-field-unknown', 'senha_pdv'],
    [{ where: { 'tabelaPreco.nada': 'x' } }, 'filter-field-unknown', 'tabelaPreco.nada'],
    [{ include: 'nada' }, 'filter-relation-unknown', 'nada'],
    [{ include: { relation: 'tabelaPreco', scope: { limit: 1 } } }, 'filter-word-unknown', 'limit'],
    [{ fields: ['nada'] }, 'filter-field-unknown', 'nada'],
    [{ order: 'nada DESC' }, 'filter-field-unknown', 'nada'],
    [{ order: 'nome_fantasia UP' }, 'filter-order-invalid', 'UP'],
    [{ limit: 10_001 }, 'filter-limit-invalid', '10'],
    [{ limit: -1 }, 'filter-part-invalid', 'limit'],
    [{ wheer: {} }, 'filter-word-unknown', 'wheer'],
  ])('%j is refused by name', async (filter, code, name) => {
    const { status, error } = await list(filter)
    expect([status, error?.code]).toEqual([400, code])
    expect(JSON.stringify(error)).toContain(name)
  })

  test('is also read in brackets, and names with _like look anywhere', async () => {
    const bracketed = await dono(
      'GET',
      '/api/parceiros?filter[where][credito_dia_pagamento][inq][]=2&filter[where][credito_dia_pagamento][inq][]=3&filter[where][cliente]=true&filter[limit]=5',
    )
    const plain = await list({ where: { credito_dia_pagamento: { inq: [2, 3] }, cliente: true }, limit: 5 })
    expect(bracketed.body).toEqual(plain.rows)
    const like = await dono('GET', '/api/parceiros?nome_fantasia_like=PAO%20de&lojaId=1')
    expect(like.count).toBe(rows.filter(row => foldText(String(row.nome_fantasia)).includes('pao de')).length)
    // The specification's name for the label of any register.
    expect((await dono('GET', '/api/parceiros?name_like=PAO%20de&lojaId=1')).body).toEqual(like.body)
    expect((await list({ where: { nome_fantasia_like: '0%' } })).count).toBe(
      rows.filter(row => String(row.nome_fantasia).includes('0%')).length,
    )
  })

  test('days stand for their whole length where fields hold moments', async () => {
    // The days that they were made on: two, where midnight came in between.
    const days = rows.map(row => dayOf(String(row.createdAt))).sort()
    const [first, last] = [days[0], days.at(-1)]
    expect((await list({ where: { createdAt: { between: [first, last] } } })).count).toBe(60)
    expect((await list({ where: { createdAt: { lte: last } } })).count).toBe(60)
    expect((await list({ where: { createdAt: { lt: first } } })).count).toBe(0)
  })
})

describe('pages', () => {
  test('do not overlap and hold every row once', async () => {
    const seen: number[] = []
    for (let skip = 0; skip < 70; skip += 7)
      seen.push(...(await list({ order: ['credito_dia_pagamento DESC'], skip, limit: 7 })).rows.map(row => row.id))
    expect([...seen].sort((a, b) => a - b)).toEqual(rows.map(row => row.id).sort((a, b) => a - b))
    const beyond = await list({ skip: 500, limit: 10 })
    expect([beyond.rows, beyond.count]).toEqual([[], 60])
  })

  test.each(['ASC', 'DESC'])('end with what is empty, %s', async way => {
    for (const q of [undefined, 'pao']) {
      const days = (await list({ order: [`credito_dia_pagamento ${way}`], ...(q ? { q } : {}) })).rows.map(
        ({ credito_dia_pagamento: day }) => day as number | null,
      )
      const known = days.filter(day => day !== null)
      expect(known.length).toBeLessThan(days.length)
      expect(known).toEqual(known.toSorted((a, b) => (way === 'ASC' ? a - b : b - a)))
      expect(days.slice(0, known.length)).toEqual(known)
    }
  })

  test('hold the fields that were asked for, and the key', async () => {
    expect(Object.keys((await list({ fields: { nome_fantasia: true }, limit: 1 })).rows[0] ?? {}).sort()).toEqual([
      'id',
      'nome_fantasia',
    ])
    expect(Object.keys((await list({ fields: ['cliente'], limit: 1 })).rows[0] ?? {}).sort()).toEqual(['cliente', 'id'])
    expect((await list({ fields: { cliente: false }, limit: 1 })).rows[0]).not.toHaveProperty('cliente')
  })

  test('are sorted as Portuguese readers expect', async () => {
    const names = (await list({ order: 'nome_fantasia ASC' })).rows.map(row => String(row.nome_fantasia))
    expect(names.findIndex(name => name.startsWith('café'))).toBeGreaterThan(
      names.findLastIndex(name => foldText(name).startsWith('agua')),
    )
  })
})

describe('q', () => {
  const search = async (q: string) => (await dono('GET', `/api/parceiros?q=${encodeURIComponent(q)}`)).count
  const having = (...texts: string[]) =>
    rows.filter(row =>
      texts.every(text =>
        foldText(`${row.nome_fantasia} ${row.razao_social}`)
          .split(/[^a-z0-9]+/)
          .some(word => word.startsWith(text)),
      ),
    ).length

  test('finds words by their beginning, whatever their accents; a text of two letters does not count, a word of two does', async () => {
    expect(await search('agu')).toBe(having('agu'))
    expect(await search('QUEI pão')).toBe(having('quei', 'pao'))
    expect(await search('refrigeran')).toBe(having('refrigeran'))
    expect(await search('ag')).toBe(60)
    expect(await search('queijo de')).toBe(having('queijo', 'de'))
  })

  test('an operator switches beginnings off', async () => {
    expect(await search('+quei')).toBe(0)
    expect(await search('"pão de queijo"')).toBe(having('queijo'))
    expect(await search('+queijo')).toBe(having('queijo'))
    expect(await search("o'neil & (")).toBe(0)
  })
})

describe('include', () => {
  test('brings what is referred to and the rows of lists, narrowed by scope', async () => {
    const table = (await dono('POST', '/api/Loja_tabela_precos', { nome: 'Atacado' })).body as Row
    await dono('PATCH', `/api/parceiros/${rows[0]?.id}`, { tabelaPrecoId: table.id, enderecos: [] })
    const where = { id: rows[0]?.id }
    expect((await list({ where, include: 'tabelaPreco' })).rows[0]?.tabelaPreco).toMatchObject({
      id: table.id,
      nome: 'Atacado',
      config: '1,2,3,4',
    })
    expect(
      (await list({ where, include: [{ relation: 'tabelaPreco', scope: { fields: ['nome'] } }] })).rows[0]?.tabelaPreco,
    ).toEqual({ id: table.id, nome: 'Atacado' })
    expect((await list({ where }, '/api/parceiros/findInclude')).rows[0]?.tabelaPreco).toEqual({
      id: table.id,
      nome: 'Atacado',
    })
    expect((await list({ where: { 'tabelaPreco.nome': 'Atacado' } })).rows.map(row => row.id)).toEqual([rows[0]?.id])
    expect((await list({ order: 'tabelaPreco.nome ASC', limit: 1 })).rows[0]?.id).toBe(rows[0]?.id)
    const loaded = (await list({ where, include: ['enderecos', 'tabelaPreco'] })).rows[0]
    expect(loaded?.enderecos).toEqual([])
  })
})

describe('codes', () => {
  test('are counted over the fields that share them, and the next free one is found', async () => {
    await dono('POST', '/api/comandas', {})
    const uniq = async (query: string) => (await dono('GET', `/api/parceiros/uniqCodigo?lojaId=1&${query}`)).body
    expect(await uniq(`field=nome_fantasia&value=${encodeURIComponent(String(rows[0]?.nome_fantasia))}`)).toEqual({
      count: 1,
    })
    expect(
      await uniq(`field=nome_fantasia&value=${encodeURIComponent(String(rows[0]?.nome_fantasia))}&id=${rows[0]?.id}`),
    ).toEqual({ count: 0 })
    expect((await dono('GET', '/api/produtos/proximoCodigo?lojaId=1')).body).toEqual({ codigo: '1' })
  })
})
