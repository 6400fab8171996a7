import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import '../../fixedSeed.ts'
import type { Import } from '../../../src/model/model.ts'
import { fieldOf } from '../../../src/model/register.ts'
import { emptyImportShop, importText, openImportShop } from '../fixtures/import.ts'
import { productModel } from '../fixtures/product.ts'
import type { Shop, TestCaller } from '../fixtures/shop.ts'

const model = productModel()
const admin: TestCaller = { userId: 1, stores: [1], admin: true, owner: true, features: ['cardapio_digital'] }
const CODES = ['22021000', '24022000', '00000101']

let shop: Shop

beforeAll(async () => {
  shop = await openImportShop()
  await emptyImportShop(shop)
})
afterAll(() => shop?.close())

const as = async (method: 'GET' | 'POST', path: string, payload?: unknown) => {
  const { status, body } = await shop.as(admin)(method, `/api/${path}`, payload)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const make = async (register: string, record: object): Promise<{ readonly id: number }> => {
  const { status, body } = await shop.as(admin)('POST', `/api/${register}`, { lojaId: 1, ...record })
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body as { id: number }
}

/** Texts that sheets and file formats like to change. */
const odd = fc.constantFrom(
  '+Sabor laranja 1 L',
  '-10% Bolo',
  '@home',
  '=1+1',
  "'=aspas",
  "'a",
  'a;b "c"',
  'São João—ação',
  '1.0',
  '0012',
  '7,5',
  'Sim',
)
const cents = (most: number) => fc.integer({ min: 0, max: most }).map(amount => amount / 100)

/** Records of each register that has an import, as people might keep them. */
const records: Readonly<Record<string, () => Promise<void>>> = {
  parceiros: async () => {
    // Customers and suppliers are brought by an import each.
    if (((await as('GET', 'parceiros?lojaId=1')) as unknown[]).length > 0) return
    for (const [at, nome_fantasia] of fc.sample(odd, 6).entries())
      await make('parceiros', {
        nome_fantasia,
        cliente: at % 2 === 0,
        fornecedor: at % 2 === 1 || at === 2,
        telefone1: `1198765430${at}`,
        telefone2: at === 3 ? '1132221111' : null,
        ...(at === 0 ? { cnpj: '04321987687' } : {}),
        ativo: at !== 4,
        enderecos: at === 2 ? [{ logradouro: 'Rua A', numero: '1' }] : [],
      })
  },
  produtos: async () => {
    const [grupoId, unidadeId, impostoId] = await Promise.all([
      make('grupos', { nome: '+Bebidas' }),
      make('unidades', { nome: 'CX' }),
      make('impostos', { nome: '=Padrão', icms_cst: '102', pis_cst: '49', cofins_cst: '49', cfop_estadual: '5102' }),
    ]).then(all => all.map(({ id }) => id))
    const product = fc.record({
      desc_prod: odd,
      cod_aux: fc.constantFrom(null, 'A-1', '0078901234567', '12.0', 'X/9'),
      ncmId: fc.constantFrom('22021000', '00000101'),
      cestId: fc.constantFrom(null, '0300700'),
      preco_vnd_prod: cents(999_999),
      preco_cst_prod: cents(9_999),
      appPreco: cents(9_999),
      appNome: fc.option(odd),
      stt_prod: fc.boolean(),
      ordem: fc.integer({ min: 0, max: 999 }),
      orig: fc.constantFrom(0, 5, 8),
      comissao_prod: fc.constantFrom(-1, 0, 2.5),
      tam_emb_prod: fc.constantFrom(null, '500 g', '1,5', '6x2L'),
      validade: fc.constantFrom(null, '2027-03-01'),
      ingredientes_prod: fc.option(odd),
    })
    const taken = new Set<string>()
    for (const [at, one] of fc.sample(product, 12).entries()) {
      const code = one.cod_aux === null || taken.has(one.cod_aux) ? null : one.cod_aux
      if (code) taken.add(code)
      await make('produtos', { ...one, cod_aux: code, cod_prod: String(9001 + at * 999), grupoId, unidadeId, impostoId })
    }
  },
  Loja_Entregas: async () => {
    const areas = fc.sample(fc.record({ valor: cents(9_999), minutos: fc.integer({ min: 1, max: 90 }), status: fc.boolean() }), 6)
    for (const [at, one] of areas.entries())
      await make('Loja_Entregas', { ...one, ...(at % 2 === 0 ? { bairro: `+Bairro ${at}` } : { distancia: at + 0.5 }) })
  },
  pergunta: async () => {
    for (const descricao of fc.sample(odd, 4))
      await make('pergunta', {
        descricao: `${descricao} ?`,
        qtd_min: 0,
        qtd_max: 2,
        respostas: [{ nome: '-Sem', valor: 1.5, ativo: true }],
      })
  },
  Conta_extratos: async () => {
    const made = await importText(
      shop,
      'Conta_extratos-importar',
      'Conta bancária;Data;Valor líquido;Histórico;Autorização;NSU\nStone;05/11/2026;1.234,56;=Cartões;001;000900\nStone;06/11/2026;-3,50;Taxa; ;000901\n',
      admin,
    )
    expect(made.texts).toEqual({})
  },
  ncms: async () => undefined,
  ibpts: async () => {
    const made = await importText(
      shop,
      'ibpts-importar',
      `uf;codigo;ex;tipo;descricao;nacional;importado;estadual;municipal\n${CODES.map(code => `SP;${code};;0;+Um;1,25;2;3;4`).join('\n')}\n`,
      admin,
      { change: true },
    )
    expect(made.texts).toEqual({})
  },
  cclasstribs: async () => {
    await importText(
      shop,
      'cclasstribs-importar',
      'id;cst;descricao;red_ibs\n000001;000;=Integral;0\n200047;200;Bares;40\n',
      admin,
      { change: true },
    )
  },
  cbenefs: async () => {
    const benefit = { uf: 'RJ', cst: '40', vigencia_inicio: '2026-01-01', fonte: '+Decreto' }
    await make('cbenefs', { ...benefit, codigo: 'RJ801001', descricao: '=Isenção; "A"' })
    await make('cbenefs', { ...benefit, codigo: 'RJ801002', descricao: null, vigencia_fim: '2027-12-31' })
  },
  cfops: async () => {
    await make('cfops', { id: '1998', descricao: '+Entrada; "A"', uso: 'COMERCIALIZACAO' })
    await make('cfops', { id: '5998', descricao: '-Saída', entrada: '1998', devolucao: '1202', vigencia_inicio: '2027-01-01' })
  },
  aliquotas_ibscbs: async () => {
    const rate = { aliquota: 8.7654, vigencia_inicio: '2029-01-01', fonte: '=Lei; "A"' }
    await make('aliquotas_ibscbs', { ...rate, tributo: 'CBS' })
    await make('aliquotas_ibscbs', { ...rate, tributo: 'IS', classe: '000001', vigencia_fim: '2029-12-31' })
    await make('aliquotas_ibscbs', { ...rate, tributo: 'IS', classe: '000002' })
    await make('aliquotas_ibscbs', { ...rate, tributo: 'IBS_MUN', local: '3550308', aliquota: 0 })
  },
}

const rowsOf = async ({ register }: Import): Promise<unknown> =>
  as(
    'GET',
    `${register}/list?lojaId=1&filter=${encodeURIComponent(JSON.stringify({ limit: 500, order: ['id ASC'], include: 'brief' }))}`,
  )

/** Columns of a register's file that its import takes: its own fields, and of what it names the field by which the name is found. */
const columnsOf = (load: Import): readonly string[] => {
  const register = model.registers[load.register]
  const own = load.columns.flatMap(({ name, of }) => {
    const field = register && of === undefined ? fieldOf(register, name) : undefined
    return field?.stored && !field.secret ? [name] : []
  })
  return [...new Set(own)]
}

test('every register with an import is tried', () =>
  expect(Object.keys(records).sort()).toEqual([...new Set(Object.values(model.imports).map(({ register }) => register))].sort()))

test.each(Object.values(model.imports).map(load => [load.title, load] as const))(
  'what was exported and is imported again changes nothing: %s',
  async (_, load) => {
    await records[load.register]?.()
    const before = await rowsOf(load)
    expect((before as unknown[]).length).toBeGreaterThan(1)
    const lists = ['', `&columns=${columnsOf(load).join(',')}`]
    for (const columns of lists) {
      const file = String(await as('GET', `${load.register}/exportar?lojaId=1&formato=csv${columns}`))
      expect(file).toContain(';')
      const { statuses, texts } = await importText(shop, load.name, file, admin, { change: true, skip: true })
      // The list shows fewer columns than an import asks for, and answers of a question are rows of their own: such rows are told.
      const told = columns === '' || load.list !== undefined
      expect({ texts: told ? {} : texts, statuses: statuses.filter(status => !(told && status === 'failed')) }).toEqual({
        texts: {},
        statuses: statuses.flatMap(status => (told && status === 'failed' ? [] : ['unchanged'])),
      })
      expect(await rowsOf(load)).toEqual(before)
    }
  },
)

test('the list of products as it is exported is taken as it is: its titles are known', async () => {
  const file = String(await as('GET', 'produtos/exportar?lojaId=1&formato=csv'))
  expect(file).toContain('Cód. auxiliar')
  const { statuses } = await importText(shop, 'produtos-importar', file, admin, { change: true })
  expect(new Set(statuses)).toEqual(new Set(['unchanged']))
})

test('a moment of a record that stands is refused by its line when nobody can read it', async () => {
  const [grupo, unidade, imposto] = await Promise.all([
    make('grupos', { nome: 'Doces' }),
    make('unidades', { nome: 'PT' }),
    make('impostos', { nome: 'Doces', icms_cst: '102', pis_cst: '49', cofins_cst: '49', cfop_estadual: '5102' }),
  ])
  const product = { desc_prod: 'Pudim', cod_prod: '77', ncmId: '22021000', preco_vnd_prod: 9, appPreco: 9 }
  const kept = { grupoId: grupo.id, unidadeId: unidade.id, impostoId: imposto.id, promocao_ate: '2027-01-01T03:00:00.000Z' }
  await make('produtos', { ...product, ...kept })
  for (const promocao_ate of [2 ** 63, 1e21, 'amanhã', '2027-02-30T00:00:00Z', {}]) {
    const reply = await as('POST', 'imports/produtos-importar', {
      lojaId: 1,
      change: true,
      skip: true,
      rows: [{ cod_prod: '77', promocao_ate }],
    })
    expect(reply, JSON.stringify(promocao_ate)).toMatchObject({
      rows: [{ status: 'failed', details: [{ path: 'promocao_ate' }] }],
    })
  }
})
