import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readModel } from '../../../src/model/read.ts'
import { readDefinitionFiles } from '../../../src/server/start/definitionFiles.ts'
import { emptyImportShop, importText, listed, openImportShop, otherOwner as other, owner } from '../fixtures/import.ts'
import { openShop, type Shop, type TestCaller } from '../fixtures/shop.ts'

const employee = {
  userId: 2,
  stores: [1],
  flags: [
    'cardapio_ver',
    'cardapio_criar',
    'cardapio_editar',
    'cardapio_excluir',
    'cadastros_ver',
    'estoque_ver',
    'custos_ver',
    'comissoes_ver',
  ],
}

let shop: Shop

const get = (path: string, who: TestCaller = owner) => listed(shop, path, who)
const products = (text: string, options?: Parameters<typeof importText>[4], who: TestCaller = owner) =>
  importText(shop, 'produtos-importar', text, who, options)

beforeAll(async () => {
  shop = await openImportShop()
})
beforeEach(() => emptyImportShop(shop))
afterAll(() => shop?.close())

describe('products', () => {
  test('group, unit, tax and printer are found by name without case and accents, else made', async () => {
    await shop.as(owner)('POST', '/api/grupos', { lojaId: 1, nome: 'Porções' })
    const { statuses, texts } = await products(
      'codigo;descricao;preco;grupo;unidade;impressora;ncm\n1;Batata;10;PORCOES;un;Cozinha;22021000\n2;Mandioca;12;porções;UN;cozinha;22021000\n3;Suco;9;Bebidas;un;;22021000\n',
    )
    expect(texts).toEqual({})
    expect(statuses).toEqual(['created', 'created', 'created'])
    expect((await get('grupos?order=nome')).map(row => row.nome)).toEqual(['Bebidas', 'Porções'])
    expect((await get('unidades')).map(row => row.nome)).toEqual(['un'])
    expect(await get('impressoras')).toMatchObject([{ nome: 'Cozinha', endereco: 'Cozinha', modelo: 0, colunas: 48 }])
    const rows = await get('produtos?order=cod_prod&include=brief')
    expect(rows).toMatchObject([
      {
        cod_prod: '1',
        grupo: { nome: 'Porções' },
        impressora: { nome: 'Cozinha' },
        preco_vnd_prod: 10,
        preco_cst_prod: 0,
        appPreco: 0,
      },
      { cod_prod: '2', grupo: { nome: 'Porções' }, combo: false, ponte: false },
      { cod_prod: '3', grupo: { nome: 'Bebidas' }, impressoraId: null, comissao_prod: -1, dsct_max_prod: 100, ordem: 999 },
    ])
  })

  test('a row that names no group or unit gets the first; without any it is told', async () => {
    const first = await products('codigo;descricao;preco\n1;Batata;10\n')
    expect(first.statuses).toEqual(['failed'])
    expect(first.texts[2]).toEqual(['Grupo não cadastrado.', 'Unidade não cadastrado.'])
    expect(await get('impostos')).toEqual([])
    await shop.as(owner)('POST', '/api/grupos', { lojaId: 1, nome: 'Geral' })
    await shop.as(owner)('POST', '/api/unidades', { lojaId: 1, nome: 'kg' })
    expect((await products('codigo;descricao;preco\n1;Batata;10\n')).statuses).toEqual(['created'])
    expect(await get('produtos?include=brief')).toMatchObject([
      { grupo: { nome: 'Geral' }, unidade: { nome: 'kg' }, ncmId: '24022000' },
    ])
  })

  test('a blank cell empties what may be empty of a product that is there, and is the usual value of a new one', async () => {
    const head = 'codigo;descricao;preco;grupo;unidade;ncm;custo;ean;alcoolico\n'
    expect((await products(`${head}1;Água;6;Bebidas;UN;22021000;2,58;7897258258474;1\n`)).texts).toEqual({})
    const { statuses, texts } = await products(
      `${head}1;Água;6,10;;;;;;\n2;Suco;9;;;;;;\n3;Pão;1;;;;;Sem GTIN;\n4;Bolo;2;;;;;0;\n`,
      { change: true },
    )
    expect(texts).toEqual({})
    expect(statuses).toEqual(['changed', 'created', 'created', 'created'])
    expect(await get('produtos?order=cod_prod&include=brief')).toMatchObject([
      {
        preco_vnd_prod: 6.1,
        grupo: { nome: 'Bebidas' },
        ncmId: '22021000',
        preco_cst_prod: 2.58,
        cod_aux: null,
        alcoolico: true,
      },
      { preco_vnd_prod: 9, ncmId: '24022000', preco_cst_prod: 0, cod_aux: null, alcoolico: false },
      { desc_prod: 'Pão', cod_aux: null },
      { desc_prod: 'Bolo', cod_aux: null },
    ])
  })

  test('an id of what is not there is told by name and number', async () => {
    const { texts } = await products(
      'codigo;descricao;preco;grupoId;unidadeId;impostoId;impressoraId\n1;Batata;10;901;902;903;904\n',
    )
    expect(texts[2]).toEqual([
      'Grupo com o id 901 não existe!',
      'Unidade com o id 902 não existe!',
      'Imposto com o id 903 não existe!',
      'Impressora com o id 904 não existe!',
    ])
  })

  test('the default tax follows the regime and the ICMS', async () => {
    const file = 'codigo;descricao;preco;grupo;unidade;icms_cst\n1;A;1;G;un;\n2;B;1;G;un;102\n3;C;1;G;un;0\n4;D;1;G;un;77\n'
    expect((await products(file)).texts).toEqual({})
    const taxes = await get('impostos?order=id')
    const common = { pis_cst: '49', cofins_cst: '49', ipi_cst: null }
    expect(taxes).toMatchObject([
      { icms_cst: '500', cfop_estadual: '5405', ...common },
      { icms_cst: '102', cfop_estadual: '5102', ...common },
      { icms_cst: '00', cfop_estadual: '5102', ...common },
    ])
    const rows = await get('produtos?order=cod_prod')
    // 77 is in no list: dropped, the default takes its place.
    expect(rows.map(row => row.impostoId)).toEqual([taxes[0]?.id, taxes[1]?.id, taxes[2]?.id, taxes[0]?.id])
    expect((await products(file, { lojaId: 2 }, other)).texts).toEqual({})
    expect(await get('impostos?lojaId=2&order=id', other)).toMatchObject([
      { icms_cst: '60', cfop_estadual: '5405', ...common },
      { icms_cst: '102', cfop_estadual: '5102' },
      { icms_cst: '00' },
    ])
    // The MEI pays ICMS within the DAS, as the Simples does.
    const regime = (regime_tributario: number) =>
      shop.as({ userId: 9, stores: [], admin: true })('PATCH', '/api/lojas/1', { regime_tributario })
    expect((await regime(4)).status).toBe(200)
    expect((await products('codigo;descricao;preco;grupo;unidade;icms_cst\n9;E;1;G;un;\n')).texts).toEqual({})
    await regime(1)
    const [last] = (await get('produtos?order=cod_prod')).slice(-1)
    expect(last?.impostoId).toBe(taxes[0]?.id)
  })

  test('a named tax is found, or made of the columns; CST padded to 2, CFOP of 4 digits', async () => {
    const { texts, statuses } = await products(
      'codigo;descricao;preco;grupo;unidade;imposto;icms_cst;icms_alq;pis_cst;ipi_cst;cfop_estadual;cfop_federal\n1;A;1;G;un;Tributado;0;18,5;1;5;5.102;6102\n2;B;1;G;un;TRIBUTADO;60;;;;;\n3;C;1;G;un;;;;;;102;\n',
      { skip: true },
    )
    expect(await get('impostos')).toMatchObject([
      {
        nome: 'Tributado',
        icms_cst: '00',
        icms_alq: 18.5,
        pis_cst: '01',
        ipi_cst: '05',
        cfop_estadual: '5102',
        cfop_federal: '6102',
      },
    ])
    expect(statuses).toEqual(['created', 'created', 'failed'])
    expect(texts[4]?.[0]).toMatch(/^Coluna 'CFOP estadual' da linha 4 inválido\./)
  })

  test('a prefix without digits is stripped; NCM has 8 digits, CEST 7; those that do not exist are told', async () => {
    const { texts } = await products(
      'cod_prod;desc_prod;preco_vnd_prod;grupo;unidade;ncmId;cestId\nP-15;A;1;G;un;NCM 101;CEST 300700\n16;B;1;G;un;99999999;\n17;C;1;G;un;;9999999\n',
      { skip: true },
    )
    expect(texts).toEqual({ 3: ['ncms inválidos: 99999999'], 4: ['ncms inválidos: 9999999'] })
    expect(await get('produtos')).toMatchObject([{ cod_prod: '15', ncmId: '00000101', cestId: '0300700' }])
  })

  test('NCM and CEST are read as people write them', async () => {
    const { texts } = await products(
      'cod_prod;desc_prod;preco_vnd_prod;grupo;unidade;ncmId;cestId\n1;A;1;G;un;2202.10.00;03.007-00\n2;B;1;G;un;NCM 2202 10 00;\n3;C;1;G;un;9999.99.99;\n',
      { skip: true },
    )
    expect(texts).toEqual({ 4: ['ncms inválidos: 99999999'] })
    expect(await get('produtos?order=cod_prod')).toMatchObject([{ ncmId: '22021000', cestId: '0300700' }, { ncmId: '22021000' }])
  })

  test('a break in a cell is none in a name; a negative stock is told on its row', async () => {
    const { texts } = await products('codigo;descricao;preco;grupo;unidade;estoque\n1;"Coca\nCola";1;G;un;3\n2;B;1;G;un;-3\n', {
      skip: true,
    })
    expect(texts).toEqual({ 3: ["Coluna 'Estoque inicial' da linha 3 inválido. O valor mínimo é 0"] })
    expect(await get('produtos')).toMatchObject([{ desc_prod: 'Coca Cola' }])
  })

  test('codes in use are refused, also by a later line; ids must exist', async () => {
    await products('codigo;cod_aux;descricao;preco;grupo;unidade\n1;AB;A;1;G;un\n')
    const { statuses, texts } = await products(
      'id;codigo;cod_aux;descricao;preco;grupo;unidade\n;1;;Outro;1;G;un\n;2;AB;B;1;G;un\n;3;X;C;1;G;un\n;4;X;D;1;G;un\n98765;5;;E;1;G;un\n',
      { skip: true },
    )
    expect(statuses).toEqual(['failed', 'failed', 'created', 'failed', 'failed'])
    expect(texts).toEqual({
      2: ['Códigos em uso: 1'],
      3: ['Códigos em uso: AB'],
      5: ['Códigos em uso: X'],
      6: ['Ids inválidos: 98765'],
    })
  })

  test('who asks for it changes products by their code, too; another one\u2019s auxiliary code stays refused', async () => {
    await products('codigo;cod_aux;descricao;preco;grupo;unidade\n1;AB;A;1;G;un\n2;CD;B;1;G;un\n')
    const { statuses, texts } = await products('codigo;cod_aux;descricao;preco\n1;AB;A nova;3\n2;AB;B;1\n3;EF;C;1\n', {
      skip: true,
      change: true,
    })
    expect(statuses).toEqual(['changed', 'failed', 'created'])
    expect(texts).toEqual({ 3: ['Códigos em uso: AB'] })
    expect(await get('produtos?order=cod_prod')).toMatchObject([
      { desc_prod: 'A nova', preco_vnd_prod: 3 },
      { desc_prod: 'B' },
      {},
    ])
  })

  test('a line with the id changes its product; the same file twice changes nothing', async () => {
    const file = 'codigo;cod_aux;descricao;preco;grupo;unidade;estoque;stt_prod\n1;AB;A;1,50;G;un;3;1\n2;;B;1.234,56;G;kg;;true\n'
    const made = await products(file)
    expect(made.texts).toEqual({})
    const before = await get('produtos?order=id')
    expect(before).toMatchObject([{ preco_vnd_prod: 1.5 }, { preco_vnd_prod: 1234.56, stt_prod: true }])
    expect((await products(file)).statuses).toEqual(['unchanged', 'unchanged'])
    expect(await get('produtos?order=id')).toEqual(before)
    const [id] = made.ids
    const changed = await products(`id;codigo;descricao;preco;grupo\nN${id};1;A melhor;2;Novo\n`)
    expect(changed.statuses).toEqual(['changed'])
    expect((await get('produtos?order=id&include=brief'))[0]).toMatchObject({
      id,
      cod_aux: 'AB',
      desc_prod: 'A melhor',
      preco_vnd_prod: 2,
      grupo: { nome: 'Novo' },
    })
  })

  test('required columns, numbers that cannot be read: the documents\u2019 texts', async () => {
    const { texts } = await products('codigo;descricao;preco;grupo;unidade\n;A;1;G;un\n2;;1;G;un\n3;C;;G;un\n4;D;abc;G;un\n', {
      skip: true,
    })
    expect(texts).toEqual({
      2: ['Coluna Código preenchimento obrigatório.'],
      3: ['Coluna Nome preenchimento obrigatório.'],
      4: ['Coluna Preço de venda preenchimento obrigatório.'],
      5: ["Coluna 'Preço de venda' da linha 5 inválido. Não foi possível converter o valor 'abc' em decimal."],
    })
  })

  test('stops at the first line that fails and leaves nothing of what it would have made', async () => {
    const { statuses } = await products(
      'codigo;descricao;preco;grupo;unidade\n1;A;1;G;un\n2;B;-1;Sobra;caixote comprido\n3;C;1;G;un\n',
    )
    expect(statuses).toEqual(['created', 'failed', 'waiting'])
    expect((await get('grupos')).map(row => row.nome)).toEqual(['G'])
  })

  test('what cannot be made is told at the line and column that asked for it', async () => {
    const common = { preco_vnd_prod: 1, grupo: 'G', unidade: 'quilogramas' }
    const rows = [
      { cod_prod: '1', desc_prod: 'A', ...common },
      { cod_prod: '2', desc_prod: 'B', ...common },
    ]
    const { body } = await shop.as(owner)('POST', '/api/imports/produtos-importar', { lojaId: 1, skip: true, rows })
    const told = { status: 'failed', details: [{ path: 'unidade', code: 'too-long', message: 'Máximo de 10 caracteres' }] }
    expect(body).toMatchObject({ rows: [told, told], saved: 0 })
    expect(await get('grupos')).toEqual([])
  })

  test('combo and ponte may be told by a file, and by nothing else', async () => {
    await products('codigo;descricao;preco;grupo;unidade;combo;ponte\n1;A;1;G;un;1;0\n2;B;1;G;un;true;false\n3;C;1;G;un;;\n')
    const rows = await get('produtos?order=cod_prod')
    expect(rows.map(row => [row.combo, row.ponte])).toEqual([
      [true, false],
      [true, false],
      [false, false],
    ])
    await shop.as(owner)('PATCH', `/api/produtos/${rows[0]?.id}`, { lojaId: 1, combo: false, desc_prod: 'Z' })
    expect((await get('produtos?order=cod_prod'))[0]).toMatchObject({ combo: true, desc_prod: 'Z' })
  })
})

describe('who and where', () => {
  test('owner or administrator only, whatever the flags; areas only with the digital menu', async () => {
    for (const name of ['produtos-importar', 'perguntas-importar', 'areas-entrega-importar', 'ncms-importar']) {
      const call = (someone: Parameters<Shop['as']>[0], path = '') =>
        shop.as(someone)('POST', `/api/imports/${name}${path}`, { lojaId: 1, rows: [], keys: [] })
      for (const path of ['', '/existentes', '/concluir']) expect((await call(employee, path)).status).toBe(403)
      expect((await call(owner)).status).toBe(200)
      expect((await call({ userId: 3, stores: [1], admin: true, features: ['cardapio_digital'] })).status).toBe(200)
      expect((await call(other)).status).toBe(403)
    }
    const plain = { ...owner, features: [] }
    expect((await shop.as(plain)('POST', '/api/imports/areas-entrega-importar', { lojaId: 1, rows: [] })).status).toBe(403)
  })

  test('nothing of another store is found, changed or told', async () => {
    const theirs = await products(
      'codigo;descricao;preco;grupo;unidade;impressora\n1;Deles;9;Segredo;cx;Bar\n',
      { lojaId: 2 },
      other,
    )
    const [group] = await get('grupos?lojaId=2', other)
    const [tax] = await get('impostos?lojaId=2', other)
    const own = await products(
      `id;codigo;descricao;preco;grupoId;unidade;impostoId\n${theirs.ids[0]};1;A;1;;un;\n;2;B;1;${group?.id};un;\n;3;C;1;;un;${tax?.id}\n`,
      { skip: true },
    )
    expect(own.texts).toEqual({
      2: [`Ids inválidos: ${theirs.ids[0]}`],
      3: [`Grupo com o id ${group?.id} não existe!`],
      4: ['Grupo não cadastrado.', `Imposto com o id ${tax?.id} não existe!`],
    })
    const made = await products('codigo;descricao;preco;grupo;unidade;impressora\n1;A;1;Segredo;cx;Bar\n')
    expect(made.statuses).toEqual(['created'])
    for (const name of ['grupos', 'unidades', 'impressoras', 'impostos']) {
      const mine = await get(name)
      expect(mine).toHaveLength(1)
      expect(mine[0]?.id).not.toBe((await get(`${name}?lojaId=2`, other))[0]?.id)
    }
    expect(await get('produtos?lojaId=2', other)).toMatchObject([{ desc_prod: 'Deles', preco_vnd_prod: 9 }])
  })

  test('who may not create what is missing is told that it is not there', async () => {
    const files = readDefinitionFiles().map(file =>
      /produtos-importar/.test(file.path) ? { ...file, text: file.text.replace('owner || admin', 'cardapio_criar') } : file,
    )
    const model = readModel(files).model
    const opened = await openShop(model)
    try {
      const cook = { userId: 2, stores: [1], flags: ['cardapio_ver', 'cardapio_criar', 'custos_ver'] }
      const rows = [{ cod_prod: '1', desc_prod: 'A', preco_vnd_prod: 1, grupo: 'G', unidade: 'un' }]
      const { body } = await opened.as(cook)('POST', '/api/imports/produtos-importar', { lojaId: 1, rows })
      expect(body).toMatchObject({
        rows: [
          {
            details: [
              { path: 'unidade', message: 'Unidade não cadastrado.' },
              { path: 'imposto', message: 'Imposto não cadastrado.' },
            ],
          },
        ],
      })
    } finally {
      await opened.close()
    }
  })
})

describe('initial stock', () => {
  const rowsOf = (ids: readonly unknown[]) => ids.map((id, at) => ({ id, estoque_prod: at === 1 ? 0 : at + 2.5 }))

  test('lists what came in, once an action, for who may see the stock', async () => {
    const { ids } = await products('codigo;descricao;preco;grupo;unidade\n1;A;1;G;un\n2;B;1;G;un\n3;C;1;G;un\n')
    const call = (who: Parameters<Shop['as']>[0], rows: unknown[]) =>
      shop.as(who)('POST', '/api/imports/produtos-importar/concluir', { lojaId: 1, rows })
    expect((await call(owner, [{ id: ids[0], estoque_prod: 0 }])).body).toBeNull()
    const { body } = await call(owner, rowsOf(ids))
    expect(body).toMatchObject({ register: 'inventarios', count: 2 })
    const { body: inventory } = await shop.as(owner)('GET', `/api/inventarios/${(body as { id: number }).id}`)
    expect(inventory).toMatchObject({
      nome: 'Estoque inicial (Importação de produto)',
      itens: [
        { produtoId: ids[0], quantidade_estoque: 2.5 },
        { produtoId: ids[2], quantidade_estoque: 4.5 },
      ],
    })
    const { status } = await call(owner, [{ id: 987654, estoque_prod: 1 }])
    expect(status).toBe(422)
  })
})
