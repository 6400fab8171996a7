import { describe, expect, it } from 'vitest'
import { readCsv } from '../../src/base/csv.ts'
import { readModel } from '../../src/model/read.ts'
import { readDefinitions, readFiles } from '../../src/server/definitions.ts'
import { guessProperty } from './guess.ts'
import { namesOf, titleOf } from './names.ts'
import { registerFrom } from './register.ts'

const { model } = readDefinitions()
const kind = (header: string, ...values: string[]) => {
  const property = guessProperty({ header, values, full: true }, model.refinements)
  return property.format ?? (property.oneOf ? 'choice' : property.type)
}

describe('kinds guessed from values', () => {
  it.each([
    ['cpf', kind('documento', '529.982.247-25', '111.444.777-35')],
    ['cpf', kind('cpf', '52998224725', '11144477735')],
    ['cnpj', kind('cnpj', '11.222.333/0001-81', '12ABC34501DE35')],
    ['taxId', kind('documento', '529.982.247-25', '11.222.333/0001-81')],
    ['cep', kind('cep', '01310-100', '20040002')],
    ['phone', kind('Telefone', '(11) 98765-4321', '1133334444')],
    ['phone', kind('contato', '(11) 98765-4321', '(21) 3333-4444')],
    ['email', kind('contato', 'ana@exemplo.com.br')],
    ['uf', kind('estado', 'SP', 'RJ')],
    ['ncm', kind('NCM', '22021000', '2202.10.00')],
    ['ean', kind('codigo_barras', '7891000100103')],
    ['date', kind('nascimento', '31/01/2026', '1/2/2026')],
    ['date', kind('nascimento', '2026-01-31')],
    ['dateTime', kind('criado', '31/01/2026 10:30')],
    ['time', kind('abre', '08:00', '18:30')],
    ['boolean', kind('ativo', 'Sim', 'Não', 'S')],
    ['boolean', kind('ativo', '1', '0', '1')],
    ['money', kind('qualquer', 'R$ 1.234,50', 'R$ 3,00')],
    ['money', kind('Preço de venda', '19,9', '7')],
    ['percent', kind('comissão', '10%', '7,5%')],
    ['integer', kind('ordem', '1', '20', '0')],
    ['decimal', kind('peso', '1,250', '0,3')],
    ['decimal', kind('latitude', '-16.7573', '-16.757')],
    ['digits', kind('codigo', '12', '345')],
    ['string', kind('codigo_interno', '0012', '0345')],
    ['choice', kind('modo', ...['CIF', 'FOB', 'CIF', 'FOB', 'CIF', 'FOB'])],
    ['string', kind('nome', 'Ana', 'Beto')],
    ['string', kind('observacao')],
    ['string', kind('documento', '529.982.247-25', '111.111.111-11')],
  ])('%s', (wanted, found) => {
    expect(found).toBe(wanted)
  })
})

describe('names', () => {
  it('are those of fields, each once', () => {
    expect(namesOf(['Preço de venda (R$)', 'preco de venda', '1ª parcela', ''])).toEqual([
      'preco_de_venda',
      'preco_de_venda_2',
      'campo_1_parcela',
      'coluna_4',
    ])
  })

  it.each([
    ['PRECO_VENDA', 'Preço venda'],
    ['descricao', 'Descrição'],
    ['dataNascimento', 'Data nascimento'],
    ['Razão social', 'Razão social'],
  ])('%s is titled %s', (header, title) => {
    expect(titleOf(header)).toBe(title)
  })
})

describe('a register from a sample', () => {
  const csv = readCsv(
    'id;Código;Descrição;Preço;Ativo;UF\n1;10;Arroz;19,90;Sim;SP\n2;11;Feijão;8,5;Não;RJ\n3;12;Café;21;Sim;SP\n4;13;Sal;3;Sim;MG\n5;14;Mel;40,00;Sim;\n',
  )
  const made = registerFrom(csv, { title: 'Itens', area: 'cadastros' }, model)

  it('is valid at once', () => {
    const path = 'registers/cadastros/itens_de_teste.schema.json'
    const { problems, model: with_ } = readModel([...readFiles(), { path, text: JSON.stringify(made.definition) }], {})
    expect(problems.filter(problem => problem.file === path)).toEqual([])
    expect(with_.registers.itens_de_teste).toMatchObject({ label: 'descricao', code: 'codigo' })
  })

  it('asks for what every row fills', () => {
    expect(made.definition.required).toEqual(['codigo', 'descricao', 'preco'])
    expect(made.definition.register).toMatchObject({ access: { all: 'cadastros_ver' }, menu: 'cadastros', unique: [['codigo']] })
  })

  it('keeps rows as they are stored', () => {
    expect(made.rows[0]).toEqual({ codigo: '10', descricao: 'Arroz', preco: 19.9, ativo: true, uf: 'SP' })
    expect(made.rows[4]?.uf).toBeNull()
    expect(made.notices).toHaveLength(1)
  })
})
