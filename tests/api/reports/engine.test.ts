import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { openServer, type TestServer } from '../fixtures/testServer.ts'
import { prices } from './priceReport.ts'

const { model, problems } = readModel([...readDefinitionFiles(), ...prices])
const address = '/api/relatorio/teste/precos'

let server: TestServer
let owner: string
const stores = { ours: 0, theirs: 0 }
const groups = { drinks: 0, sweets: 0 }

const insert = async (table: string, row: Readonly<Record<string, unknown>>): Promise<number> => {
  const names = Object.keys(row)
  const { rows } = await server.context.database.system.query<{ id: string }>(
    `INSERT INTO ${table} (${names.map(name => `"${name}"`).join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')}) RETURNING id`,
    Object.values(row),
  )
  return Number(rows[0]?.id)
}

const product = (lojaId: number, desc_prod: string, preco_vnd_prod: string, grupoId: number | null, createdAt: string) =>
  insert('produtos', { lojaId, desc_prod, preco_vnd_prod, grupoId, createdAt })

beforeAll(async () => {
  server = await openServer(model)
  stores.ours = await server.addStore('Nossa "loja"')
  stores.theirs = await server.addStore('Alheia')
  await server.tie(await server.addUser('dona@x.br'), stores.ours, { type: 1, email: 'dona@x.br' })
  await server.tie(await server.addUser('outro@x.br'), stores.theirs, { type: 1, email: 'outro@x.br' })
  await server.tie(await server.addUser('sem@x.br'), stores.ours, { type: 2, email: 'sem@x.br' })
  await server.tie(await server.addUser('com@x.br'), stores.ours, { type: 2, email: 'com@x.br', estoque_relatorios: true })
  groups.drinks = await insert('grupos', { lojaId: stores.ours, nome: 'Bebidas' })
  groups.sweets = await insert('grupos', { lojaId: stores.ours, nome: 'Doces' })
  // 02:59 UTC is 23:59 of the day before in the store.
  await product(stores.ours, 'Água', '3.10', groups.drinks, '2026-01-02T02:59:59.999Z')
  await product(stores.ours, 'Suco', '7.20', groups.drinks, '2026-01-02T03:00:00Z')
  await product(stores.ours, '=Bolo', '0.10', groups.sweets, '2026-01-02T15:00:00Z')
  await product(stores.ours, 'Sem grupo', '999999999999.99', null, '2026-01-31T12:00:00Z')
  await product(stores.theirs, 'Alheio', '50', null, '2026-01-02T15:00:00Z')
  owner = await server.enter('dona@x.br')
})
afterAll(() => server?.close())

const ask = async (query: string, token = owner) => {
  const reply = await server.call(token, 'GET', `${address}?${query}`)
  return { status: reply.statusCode, text: reply.payload, headers: reply.headers, body: (): never => reply.json() as never }
}

const january = 'startDate=2026-01-01&endDate=2026-01-31'

test('the definitions hold', () => {
  expect(problems.filter(({ file }) => file.startsWith('reports/teste'))).toEqual([])
})

describe('an answer', () => {
  test('has every part in its shape and every number in its digits', async () => {
    const { status, text } = await ask(january)
    expect(status).toBe(200)
    expect(text).toBe(
      '{"array":[' +
        '{"desc_prod":"=Bolo","preco":0.1,"criado":"2026-01-02T15:00:00.000Z","dia":"2026-01-02"},' +
        '{"desc_prod":"Água","preco":3.1,"criado":"2026-01-02T02:59:59.999Z","dia":"2026-01-01"},' +
        '{"desc_prod":"Sem grupo","preco":999999999999.99,"criado":"2026-01-31T12:00:00.000Z","dia":"2026-01-31"},' +
        '{"desc_prod":"Suco","preco":7.2,"criado":"2026-01-02T03:00:00.000Z","dia":"2026-01-02"}],' +
        '"total":1000000000010.39,"medio":250000000002.6,"quantidade":4,"zona":"America/Sao_Paulo",' +
        '"porGrupo":{"Bebidas":{"2026-01-01":3.1,"2026-01-02":7.2},"Doces":{"2026-01-02":0.1},"":{"2026-01-31":999999999999.99}},' +
        `"arvore":[{"nome":null,"valor":999999999999.99,"filhos":[{"nome":"Sem grupo","valor":999999999999.99,"filhos":[]}]},` +
        `{"nome":"Bebidas","valor":10.3,"filhos":[{"nome":"Água","valor":3.1,"filhos":[]},{"nome":"Suco","valor":7.2,"filhos":[]}]},` +
        `{"nome":"Doces","valor":0.1,"filhos":[{"nome":"=Bolo","valor":0.1,"filhos":[]}]}]}`,
    )
  })

  test('of an empty period is whole', async () => {
    const { body } = await ask('startDate=2020-01-01&endDate=2020-01-01')
    expect(body()).toEqual({
      array: [],
      total: 0,
      medio: null,
      quantidade: 0,
      zona: 'America/Sao_Paulo',
      porGrupo: {},
      arvore: [],
    })
  })

  test('is found in any letter case of the address', async () => {
    const reply = await server.call(owner, 'GET', `/api/Relatorio/TESTE/Precos/?${january}`)
    expect(reply.statusCode).toBe(200)
  })
})

describe('the rows of one part', () => {
  const part = (filter: unknown, more = '') =>
    ask(`${january}&part=array&filter=${encodeURIComponent(typeof filter === 'string' ? filter : JSON.stringify(filter))}${more}`)
  const rows = async (filter: object) => {
    const { status, body, headers } = await part(filter)
    expect(status).toBe(200)
    return { names: (body() as { desc_prod: string }[]).map(row => row.desc_prod), count: Number(headers['content-count']) }
  }

  test('come alone, in any order, page by page, with how many there are', async () => {
    expect(await rows({})).toEqual({ names: ['=Bolo', 'Água', 'Sem grupo', 'Suco'], count: 4 })
    expect(await rows({ order: 'preco DESC', limit: 2 })).toEqual({ names: ['Sem grupo', 'Suco'], count: 4 })
    expect(await rows({ order: 'preco DESC', limit: 2, skip: 2 })).toEqual({ names: ['Água', '=Bolo'], count: 4 })
    expect(await rows({ limit: 2, skip: 10 })).toEqual({ names: [], count: 4 })
    // As people look words up: accents and capitals aside.
    expect(await rows({ order: 'desc_prod DESC' })).toEqual({ names: ['Suco', 'Sem grupo', 'Água', '=Bolo'], count: 4 })
  })

  test('are searched by words', async () => {
    expect(await rows({ q: 'AGUA' })).toEqual({ names: ['Água'], count: 1 })
    expect(await rows({ q: 'grupo sem', limit: 1 })).toEqual({ names: ['Sem grupo'], count: 1 })
    expect(await rows({ q: "' OR 1=1 --" })).toEqual({ names: [], count: 0 })
  })

  test.each([
    { order: 'senha' },
    { order: 'preco; DROP TABLE produtos' },
    { limit: 0 },
    { limit: 100_000 },
    { skip: -1 },
    { limit: '10' },
    { q: 'a'.repeat(201) },
    { q: ['a'] },
    { nada: 1 },
    'nada',
    '[1]',
  ])('%j is refused in words', async filter => {
    const { status, body } = await part(filter)
    expect(status).toBe(400)
    expect((body() as { error: { message: string } }).error.message).toMatch(/não serve para as linhas do relatório/)
  })

  test.each(['part=nada', 'except=nada', 'part=porGrupo&filter={"limit":1}'])('%s is refused in words', async query => {
    const { status, body } = await ask(`${january}&${query}`)
    expect(status).toBe(400)
    expect((body() as { error: { message: string } }).error.message).toMatch(/relatório/)
  })

  test('are left out of the others, whose figures stay', async () => {
    const { body } = await ask(`${january}&except=array`)
    expect(body()).toMatchObject({ array: [], total: 1000000000010.39, quantidade: 4 })
  })

  test('are searched and put in order in a file, too', async () => {
    const { text } = await part({ q: 'u', order: 'preco DESC' }, '&format=csv')
    const [, ...lines] = text.trim().split('\n')
    expect(lines.map(line => line.split(';')[0])).toEqual(['Sem grupo', 'Suco', 'Água'])
  })
})

const names = async (query: string): Promise<string[]> => {
  const { body, text } = await ask(query)
  const { array } = body() as { array?: { desc_prod: string }[] }
  if (!array) throw new Error(text)
  return array.map(row => row.desc_prod)
}

describe('parameters', () => {
  test('a day ends with its last millisecond, in the zone of the store', async () => {
    expect(await names('startDate=2026-01-01&endDate=2026-01-01')).toEqual(['Água'])
    expect(await names('startDate=2026-01-02T00:00:00-03:00&endDate=2026-01-02T00:00:00-03:00')).toEqual(['Suco'])
  })

  test('several values come with commas, repeated, in brackets and as JSON', async () => {
    const { drinks, sweets } = groups
    const both = ['=Bolo', 'Água', 'Suco']
    for (const way of [
      `groups=${drinks},${sweets}`,
      `groups=${drinks}&groups=${sweets}`,
      `groups[]=${drinks}&groups[]=${sweets}`,
      `groups=${encodeURIComponent(JSON.stringify([drinks, sweets]))}`,
    ])
      expect([way, await names(`${january}&${way}`)]).toEqual([way, both])
    expect(await names(`${january}&groups=`)).toHaveLength(4)
  })

  test('a default stands for what is not given; values never become SQL', async () => {
    expect(await names(`${january}&order=preco`)).toEqual(['Sem grupo', 'Suco', 'Água', '=Bolo'])
    expect(await names(`${january}&minimo=7.2`)).toEqual(['Sem grupo', 'Suco'])
    const { status } = await ask(`${january}&groups=${encodeURIComponent("1) OR ('1'='1")}`)
    expect(status).toBe(400)
  })

  test.each([
    ['endDate=2026-01-01', 'startDate', 'required'],
    ['startDate=2026-02-01&endDate=2026-01-01', 'endDate', 'period-order'],
    ['startDate=ontem&endDate=2026-01-01', 'startDate', 'date-time-invalid'],
    ['startDate=2026-02-30&endDate=2026-03-01', 'startDate', 'date-invalid'],
    [`${january}&minimo=-1`, 'minimo', 'minimum'],
    [`${january}&order=cor`, 'order', 'choice-invalid'],
    [`${january}&order=nome&order=preco`, 'order', 'report.parameter-several'],
    [`${january}&groups=1,x`, 'groups', 'reference-invalid'],
  ])('%s is refused', async (query, name, code) => {
    const { status, body } = await ask(query)
    const { error } = body() as { error: { code: string; message: string; details: unknown[] } }
    expect([status, error.code, error.message]).toEqual([
      400,
      'report.parameters',
      `Verifique os parâmetros do relatório: ${name}.`,
    ])
    expect(error.details).toEqual([{ path: name, code, message: expect.stringMatching(/\p{L}/u) }])
  })

  test('what no parameter is called is refused by name', async () => {
    const { status, body } = await ask(`${january}&starDate=2026-01-01`)
    expect([status, body()]).toEqual([
      400,
      { error: expect.objectContaining({ message: "O relatório não tem o parâmetro 'starDate'." }) },
    ])
  })
})

describe('who may', () => {
  test('the gate opens for its flag and for owners', async () => {
    expect((await ask(january, await server.enter('com@x.br'))).status).toBe(200)
    expect((await ask(january, await server.enter('sem@x.br'))).status).toBe(403)
    expect((await server.app.inject({ url: `${address}?${january}` })).statusCode).toBe(401)
  })

  test('another store is neither asked for nor seen', async () => {
    const other = await server.enter('outro@x.br')
    expect((await ask(`${january}&lojaId=${stores.ours}`, other)).status).toBe(403)
    expect((await ask(january, other)).text).toContain('"array":[{"desc_prod":"Alheio"')
    expect((await ask(january)).text).not.toContain('Alheio')
  })

  test('the browser gets the report without its SQL, and only who may open it', async () => {
    const seen = async (email: string) => (await server.call(await server.enter(email), 'GET', '/api/model')).json().model
    const open = await seen('com@x.br')
    expect(open.reports.teste_precos.calls).toEqual({ main: { query: 'teste_precos' } })
    expect(open.queries.teste_precos.statements).toEqual({})
    expect(JSON.stringify(open)).not.toContain('pg_sleep')
    expect(open.menu.flatMap((group: { items: { path: string }[] }) => group.items.map(item => item.path))).toContain(
      '/relatorio/teste-precos',
    )
    expect(open.registers.grupos.fields.map((field: { name: string }) => field.name)).toEqual(['id', 'nome'])
    const closed = await seen('sem@x.br')
    expect([closed.reports, closed.queries]).toEqual([{}, {}])
  })

  test('who may open a report may choose from what it asks for', async () => {
    const reply = await server.call(await server.enter('com@x.br'), 'GET', '/api/grupos?filter={"order":"nome"}')
    expect(reply.json()).toEqual([
      { id: groups.drinks, nome: 'Bebidas' },
      { id: groups.sweets, nome: 'Doces' },
    ])
  })
})

describe('a file', () => {
  test('of rows is CSV as Brazil opens it, named by report, store and period', async () => {
    const { status, text, headers } = await ask(`${january}&format=csv&part=array`)
    expect([status, headers['content-count']]).toEqual([200, '4'])
    expect(headers['content-disposition']).toContain(
      `filename*=UTF-8''${encodeURIComponent('Preços - Nossa  loja  - 01-01-2026 a 31-01-2026.csv').replaceAll("'", '%27')}`,
    )
    expect(text.split('\r\n').slice(0, 4)).toEqual([
      '\uFEFFProduto;Preço;Criado em;Dia',
      `'=Bolo;0,10;02/01/2026 12:00;02/01/2026`,
      'Água;3,10;01/01/2026 23:59:59;01/01/2026',
      'Sem grupo;999999999999,99;31/01/2026 09:00;31/01/2026',
    ])
  })

  test('of keys has a column for each, of a tree the level of each row', async () => {
    expect((await ask(`${january}&format=csv&part=porGrupo`)).text.split('\r\n')).toEqual([
      '\uFEFFGrupo;Dia;Total',
      'Bebidas;01/01/2026;3,10',
      'Bebidas;02/01/2026;7,20',
      'Doces;02/01/2026;0,10',
      ';31/01/2026;999999999999,99',
      '',
    ])
    expect((await ask(`${january}&format=csv&part=arvore`)).text.split('\r\n').slice(0, 3)).toEqual([
      '\uFEFFNível;Nome;Valor',
      '1;;999999999999,99',
      '2;Sem grupo;999999999999,99',
    ])
  })

  test('is a workbook too; an unknown part names the others', async () => {
    const { headers, text } = await ask(`${january}&format=xlsx&part=array`)
    expect(headers['content-type']).toContain('spreadsheetml')
    expect(text.slice(0, 2)).toBe('PK')
    const { status, body } = await ask(`${january}&format=csv&part=nada`)
    expect([status, (body() as { error: { message: string } }).error.message]).toEqual([
      400,
      "O relatório não tem linhas em 'nada'. Há: array, porGrupo, arvore.",
    ])
    expect((await ask(`${january}&format=pdf`)).status).toBe(400)
  })
})

describe('a slow report', () => {
  const running = async (): Promise<number> => {
    const { rows } = await server.context.database.system.query<{ n: string }>(
      `SELECT count(*) AS n FROM pg_stat_activity WHERE query LIKE '%pg_sleep(coalesce%' AND state = 'active' AND pid <> pg_backend_pid()`,
    )
    return Number(rows[0]?.n)
  }

  test('ends in the database when who asked goes away, and leaves the pool whole', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const bound = server.app.server.address()
    const port = typeof bound === 'object' ? bound?.port : 0
    const gone = new AbortController()
    const calls = Array.from({ length: 6 }, () =>
      fetch(`http://127.0.0.1:${port}${address}?${january}&espera=20`, {
        headers: { authorization: owner },
        signal: gone.signal,
      }).catch(error => error.name),
    )
    // Four at once, the others wait for their turn.
    await expect.poll(running).toBe(4)
    gone.abort()
    expect(new Set(await Promise.all(calls))).toEqual(new Set(['AbortError']))
    // By themselves they would go on for longer.
    await expect.poll(running, { timeout: 15_000 }).toBe(0)
    expect(await names(january)).toHaveLength(4)
  })

  test('is given up after its time, and says so', async () => {
    process.env.REPORT_SECONDS = '0.2'
    try {
      const { status, body } = await ask(`${january}&espera=20`)
      const { error } = body() as { error: { code: string; message: string } }
      expect([status, error.code, error.message]).toEqual([422, 'report.timeout', expect.stringContaining('período menor')])
    } finally {
      delete process.env.REPORT_SECONDS
    }
    expect(await names(january)).toHaveLength(4)
  })
})

describe('groups and measures without SQL', () => {
  const rows = async (query: string) => (await server.call(owner, 'GET', `/api/relatorio/grupos?${query}`)).json()
  const water = { grupo: 'Bebidas', dia: '2026-01-01', hora: 23, semana: 5, mes: '2026-01', soma: 3.1, menor: 3.1, maior: 3.1 }

  test('are worked out in the zone of the store, ordered, bounded and cut', async () => {
    const all = await rows(january)
    expect(all.map((row: { grupo: string; soma: number }) => [row.grupo, row.soma])).toEqual([
      [null, 999999999999.99],
      ['Bebidas', 7.2],
      ['Bebidas', 3.1],
    ])
    expect(all[2]).toEqual({ ...water, produtos: 1, precos: 1, medio: 3.1 })
  })

  test('a condition whose parameter is not given narrows nothing', async () => {
    expect(await rows('endDate=2025-01-01')).toHaveLength(3)
    expect(await rows(`${january}&groups=${groups.sweets}`)).toEqual([])
    expect(await rows(`${january}&groups=${groups.sweets}&minimo=7.21`)).toHaveLength(1)
    expect(await rows(`${january}&minimo=3.11`)).toHaveLength(2)
  })

  test.each(['juntas', 'uma', 'plano'])('of %s end early; a count, and files, have all', async path => {
    const get = async (more: string) => server.call(owner, 'GET', `/api/relatorio/${path}?${more}`)
    const first = [{ nome: '=Bolo' }, { nome: 'Água' }]
    expect((await get('')).json()).toEqual(path === 'juntas' ? { array: first, todos: 4 } : first)
    expect((await get('format=csv')).payload.trim().split('\r\n')).toHaveLength(5)
  })

  test('are those of one store', async () => {
    const reply = await server.call(await server.enter('outro@x.br'), 'GET', '/api/relatorio/grupos')
    expect(reply.json()).toMatchObject([{ grupo: null, soma: 50 }])
  })
})

test('every report is in the OpenAPI document', async () => {
  const document = (await server.app.inject({ url: '/api/openapi.json' })).json()
  const { get } = document.paths['/relatorio/teste/precos']
  expect(get.parameters.map((each: { name?: string }) => each.name)).toEqual([
    undefined,
    'startDate',
    'endDate',
    'groups',
    'minimo',
    'order',
    'espera',
    'format',
    'part',
    'filter',
    'except',
  ])
  expect(Object.keys(get.responses['200'].content['application/json'].schema.properties)).toEqual([
    'array',
    'total',
    'medio',
    'quantidade',
    'zona',
    'porGrupo',
    'arvore',
  ])
})
