import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyImportShop, importText, listed, openImportShop, owner } from '../fixtures/import.ts'
import type { Shop, TestCaller } from '../fixtures/shop.ts'

let shop: Shop

const get = (path: string, who: TestCaller = owner) => listed(shop, path, who)
const products = (text: string, options?: Parameters<typeof importText>[4], who: TestCaller = owner) =>
  importText(shop, 'produtos-importar', text, who, options)

beforeAll(async () => {
  shop = await openImportShop()
})
beforeEach(() => emptyImportShop(shop))
afterAll(() => shop?.close())

describe('questions', () => {
  const questions = (text: string, options?: Parameters<typeof importText>[4]) =>
    importText(shop, 'perguntas-importar', text, owner, options)
  const header = 'descricao;qtd_min;qtd_max;produtosCodigos;nome;valor;cod_prod;ativo\n'

  beforeEach(async () => {
    await products('codigo;descricao;preco;grupo;unidade\n101;Filé;50;G;un\n102;Picanha;60;G;un\n')
  })

  test('neighbouring lines of a question are its answers; products are linked by their codes', async () => {
    const file = `${header}Ponto da carne?;1;1;101, 102;Ao ponto;0;;1\nPonto da carne?;1;1;101, 102;Mal passada;0;;1\nAlgo mais?;0;3;;Filé;5,50;101;0\n`
    const made = await questions(file)
    expect(made.texts).toEqual({})
    expect(made.statuses).toEqual(['created', 'created', 'created'])
    const found = async () => {
      const ids = (await get('pergunta?order=id')).map(row => row.id)
      return Promise.all(
        ids.map(async id => (await shop.as(owner)('GET', `/api/pergunta/${id}`)).body as Record<string, unknown>),
      )
    }
    const [first, second] = await found()
    const codes = await get('produtos?order=cod_prod')
    expect(first).toMatchObject({
      descricao: 'Ponto da carne?',
      qtd_min: 1,
      qtd_max: 1,
      respostas: [
        { nome: 'Ao ponto', ordem: 1 },
        { nome: 'Mal passada', ordem: 2 },
      ],
      produtos: [{ produtoId: codes[0]?.id }, { produtoId: codes[1]?.id }],
      version: 1,
    })
    expect(second).toMatchObject({
      respostas: [{ nome: 'Filé', valor: 5.5, produtoId: codes[0]?.id, ativo: false }],
      produtos: [],
    })
    expect((await questions(file)).statuses).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await found()).toEqual([first, second])
    const more = await questions(`${header}Ponto da carne?;1;1;;Bem passada;1;;1\nPonto da carne?;1;1;;Ao ponto;2;;1\n`)
    expect(more.statuses).toEqual(['changed', 'changed'])
    expect((await found())[0]).toMatchObject({
      respostas: [{ nome: 'Ao ponto', valor: 2 }, { nome: 'Mal passada' }, { nome: 'Bem passada' }],
      produtos: [{}, {}],
    })
  })

  test('what is wrong is told at the line that brought it, and the whole question stays', async () => {
    const { statuses, texts } = await questions(
      `${header}Certa?;0;1;;Sim;1;;\nErrada?;0;1;;Sim;1;;\nErrada?;0;1;;Não;1;999;\nErrada?;0;2;;Talvez;1;;\nLigada?;0;1;999;Sim;1;;\n`,
      { skip: true },
    )
    expect(statuses).toEqual(['created', 'waiting', 'waiting', 'failed', 'failed'])
    expect(texts[5]).toEqual(["Coluna 'Quantidade máxima' difere da primeira linha do mesmo registro."])
    expect(texts[6]?.[0]).toMatch(/999/)
    const { texts: later } = await questions(
      `${header}Errada?;0;1;;Sim;1;;\nErrada?;0;1;;Não;-1;;\nErrada?;0;1;;Outra;1;999;\n`,
      {
        skip: true,
      },
    )
    expect(Object.keys(later)).toEqual(['2', '3', '4'])
    expect(later[2]).toEqual(['Outra linha do mesmo registro tem erro.'])
    expect((await get('pergunta')).map(row => row.descricao)).toEqual(['Certa?'])
  })

  test('all five columns are required', async () => {
    const { texts } = await questions(`${header};;;;;;;\nP?;;1;;A;1;;\nP?;0;;;A;1;;\nP?;0;1;;;1;;\nP?;0;1;;A;;;\n;0;1;;A;1;;\n`, {
      skip: true,
    })
    expect(texts).toEqual({
      3: ['Coluna Quantidade mínima preenchimento obrigatório.'],
      4: ['Coluna Quantidade máxima preenchimento obrigatório.'],
      5: ['Coluna Resposta preenchimento obrigatório.'],
      6: ['Coluna Valor da resposta preenchimento obrigatório.'],
      7: ['Coluna Pergunta preenchimento obrigatório.'],
    })
  })
})

describe('delivery areas', () => {
  const areas = (text: string, options?: Parameters<typeof importText>[4]) =>
    importText(shop, 'areas-entrega-importar', text, owner, options)

  test('by neighbourhood and by distance; only fee and minutes are required of the file', async () => {
    const file = 'bairro;distancia;valor;minutos\nJardim das Flores;;7,5;40\n;3;5;30\n;5,5;8;50\n'
    const made = await areas(file)
    expect(made.texts).toEqual({})
    expect(await get('Loja_Entregas?order=id')).toMatchObject([
      { bairro: 'Jardim das Flores', porDistancia: false, valor: 7.5, minutos: 40, status: true },
      { distancia: 3, porDistancia: true, valor: 5 },
      { distancia: 5.5, porDistancia: true },
    ])
    expect((await areas(file)).statuses).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect((await areas('km;taxa;tempo\n3;6;30\n')).statuses).toEqual(['changed'])
    const { texts } = await areas(
      'bairro;distancia;valor;minutos\nCentro da cidade;;;40\nCentro da cidade;;1;\n;;1;1\nABC;;1;1\n',
      {
        skip: true,
      },
    )
    expect(texts).toMatchObject({
      2: ['Coluna Taxa de entrega preenchimento obrigatório.'],
      3: ['Coluna Tempo (minutos) preenchimento obrigatório.'],
      4: ['Coluna Bairro preenchimento obrigatório.'],
      5: [expect.stringMatching(/5/)],
    })
  })
})

describe('customers and suppliers', () => {
  const customers = (text: string, options?: Parameters<typeof importText>[4]) =>
    importText(shop, 'clientes-importar', text, owner, { change: true, ...options })
  const found = async () => {
    const ids = (await get('parceiros?order=nome_fantasia')).map(row => row.id)
    return Promise.all(ids.map(async id => (await shop.as(owner)('GET', `/api/parceiros/${id}`)).body as Record<string, unknown>))
  }

  test('a file as another program writes it: two phones, a CPF without its zero, people without an address', async () => {
    const file = [
      'Cliente;CPF/CNPJ;Telefone;Celular;E-mail;Endereço;Nº;Bairro;Cidade;UF;CEP;Obs',
      'Ana Souza;529.982.247-25;(11) 3222-1111;11 98765-4321;ana@x.br;Rua A;10;Centro;São Paulo;SP;01310-100;gosta de azul',
      'Bruno Dias;4321987687;;11912345678;;;;;;;;',
      'Cida;;;11 95555-1234;;Rua C;3;;Osasco;sp;;',
      '',
    ].join('\r\n')
    expect(await customers(file)).toMatchObject({ statuses: ['created', 'created', 'created'], texts: {} })
    const whole = await found()
    expect(whole).toMatchObject([
      {
        nome_fantasia: 'Ana Souza',
        cnpj: '52998224725',
        telefone1: '1132221111',
        telefone2: '11987654321',
        cliente: true,
        fornecedor: false,
        ativo: true,
        enderecos: [{ logradouro: 'Rua A', numero: '10', cidade: 'São Paulo', uf: 'SP', cep: '01310100' }],
      },
      { nome_fantasia: 'Bruno Dias', cnpj: '04321987687', telefone1: null, telefone2: '11912345678', enderecos: [] },
      { nome_fantasia: 'Cida', cnpj: null, enderecos: [{ logradouro: 'Rua C', cidade: 'Osasco', uf: 'SP' }] },
    ])
    expect((await customers(file)).statuses).toEqual(['unchanged', 'unchanged', 'unchanged'])
    expect(await found()).toEqual(whole)
  })

  test('who is there is found by document, else by name and phone; two of one name are two', async () => {
    await customers('Nome;CPF;Telefone\nAna;52998224725;1132221111\nJosé;;1133334444\n')
    const again = await customers('Nome;CPF;Telefone\nAna Maria;529.982.247-25;1132221111\nJosé;;1133334444\nJosé;;1155556666\n')
    expect(again).toMatchObject({ statuses: ['changed', 'unchanged', 'created'], texts: {} })
    expect((await found()).map(one => [one.nome_fantasia, one.telefone1])).toEqual([
      ['Ana Maria', '1132221111'],
      ['José', '1133334444'],
      ['José', '1155556666'],
    ])
  })

  test('a second line of a person is a second address; what nobody can be is told by its line', async () => {
    const { statuses, texts } = await customers(
      'Nome;CPF;Endereço;Numero\nAna;52998224725;Rua A;1\nAna;52998224725;Rua B;2\nDudu;11111111112;;\n;;Rua C;3\n',
      { skip: true },
    )
    expect(statuses).toEqual(['created', 'created', 'failed', 'failed'])
    expect(texts).toEqual({ 4: [expect.stringContaining('CPF')], 5: [expect.stringContaining('Nome fantasia')] })
    expect((await found()).map(one => (one.enderecos as object[]).length)).toEqual([2])
  })

  test('a new company has the role of its import and its legal name where it has no other; roles of one that is there change by their column', async () => {
    const header = 'Razão social;CNPJ;Inscrição estadual'
    const line = 'Boa Terra Ltda;11222333000181;ISENTO'
    await importText(shop, 'fornecedores-importar', `${header}\n${line}\n`, owner)
    const made = { nome_fantasia: 'Boa Terra Ltda', razao_social: 'Boa Terra Ltda', fornecedor: true }
    expect(await customers(`${header}\n${line}\n`)).toMatchObject({ statuses: ['unchanged'] })
    expect(await found()).toMatchObject([{ ...made, cliente: false }])
    expect(await customers(`${header};É cliente\n${line};sim\n`)).toMatchObject({ statuses: ['changed'] })
    expect(await found()).toMatchObject([{ ...made, cliente: true }])
  })
})
