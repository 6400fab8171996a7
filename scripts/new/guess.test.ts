import { describe, expect, it } from 'vitest'
import { readCsv } from '../../src/base/csv.ts'
import { matchHeader } from '../../src/model/import/header.ts'
import { readModel } from '../../src/model/read.ts'
import { readDefinitionFiles } from '../../src/server/start/definitionFiles.ts'
import { readDefinitions } from '../../src/server/start/definitions.ts'
import { guessProperty } from './guess.ts'
import { importFor } from './import.ts'
import { fieldNamesOfHeader, fieldTitleOf, fieldTitlesOf } from './names.ts'
import { reportText } from './print.ts'
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
    ['cpf', kind('cpf', '529.982.247-25', '11144477735')],
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
    ['money', kind('Preço de venda')],
    ['taxId', kind('CPF/CNPJ')],
    ['cpf', kind('CPF do cliente')],
    ['date', kind('Data de nascimento')],
    ['boolean', kind('Ativo')],
    ['string', kind('documento', '529.982.247-25', '111.111.111-11')],
  ])('%s', (wanted, found) => {
    expect(found).toBe(wanted)
  })
})

describe('names', () => {
  it('are those of fields, each once', () => {
    expect(fieldNamesOfHeader(['Preço de venda (R$)', 'preco de venda', '1ª parcela', ''])).toEqual([
      'preco_de_venda',
      'preco_de_venda_2',
      'campo_1_parcela',
      'coluna_4',
    ])
  })

  it('are none that expressions, tables or JavaScript keep for themselves', () => {
    expect(fieldNamesOfHeader(['in', 'constructor', 'toString', '__proto__'])).toEqual([
      'campo_in',
      'campo_constructor',
      'tostring',
      'proto',
    ])
    const [long = '', again = ''] = fieldNamesOfHeader(
      Array(2).fill('Um cabeçalho que diz por extenso tudo o que a coluna quer dizer a quem a lê'),
    )
    expect(long).toBe('um_cabecalho_que_diz_por_extenso_tudo_o_que_a_coluna')
    expect(again).toBe(`${long}_2`)
  })

  it('of two columns that are called the same have titles of their own', () => {
    expect(fieldTitlesOf(['Nome', 'NOME', 'constructor'], ['nome', 'nome_2', 'campo_constructor'])).toEqual([
      'Nome',
      'Nome 2',
      'Constructor',
    ])
  })

  it.each([
    ['PRECO_VENDA', 'Preço venda'],
    ['CNPJ/CPF', 'CNPJ/CPF'],
    ['IE', 'IE'],
    ['sku', 'SKU'],
    ['descricao', 'Descrição'],
    ['dataNascimento', 'Data nascimento'],
    ['Razão social', 'Razão social'],
    ['E-mail', 'E-mail'],
    ['e-mail do cliente', 'E-mail do cliente'],
    ['EMAIL', 'E-mail'],
  ])('%s is titled %s', (header, title) => {
    expect(fieldTitleOf(header)).toBe(title)
  })
})

describe('a register from a sample', () => {
  const csv = readCsv(
    'id;Código;Descrição;Preço;Ativo;UF\n1;10;Arroz;19,90;Sim;SP\n2;11;Feijão;8,5;Não;RJ\n3;12;Café;21;Sim;SP\n4;13;Sal;3;Sim;MG\n5;14;Mel;40,00;Sim;\n',
  )
  const made = registerFrom(csv, { title: 'Itens', area: 'cadastros' }, model)

  it('is valid at once', () => {
    const path = 'registers/cadastros/itens_de_teste.schema.json'
    const { problems, model: with_ } = readModel([...readDefinitionFiles(), { path, text: JSON.stringify(made.definition) }], {})
    expect(problems.filter(problem => problem.file === path)).toEqual([])
    expect(with_.registers.itens_de_teste).toMatchObject({ label: 'descricao', code: 'codigo' })
  })

  it('asks for what names a record; what every row fills is told, for a person to say', () => {
    expect(made.definition.required).toEqual(['codigo', 'descricao'])
    expect(made.definition.register).toMatchObject({ access: { all: 'cadastros_ver' }, menu: 'cadastros', unique: [['codigo']] })
  })

  it('keeps rows as they are stored', () => {
    expect(made.rows[0]).toEqual({ codigo: '10', descricao: 'Arroz', preco: 19.9, ativo: true, uf: 'SP' })
    expect(made.rows[4]?.uf).toBeNull()
    expect(made.notices).toHaveLength(1)
  })

  it('says what each column was taken for, and why', () => {
    const text = reportText('itens.csv', csv, made)
    expect(text).toContain('itens.csv: 5 rows, utf-8, separated by ;')
    expect(text).toMatch(
      /preco +money +Preço +always filled: required, if you say so; header "Preço" and values such as 19,90, 8,5/,
    )
    expect(text).toMatch(/codigo +digits +Código +code, not twice; required; header "Código" and values such as 10, 11/)
    expect(text).toContain('An import knows a row again by "Código".')
    const odd = readCsv('Documento\n529.982.247-25\n111.111.111-11\n')
    expect(reportText('odd.csv', odd, registerFrom(odd, { title: 'X', area: 'x' }, model))).toContain(
      '"111.111.111-11" is no cpf',
    )
  })

  it('comes with an import that finds every column of the file and knows a row again', () => {
    const odd = readCsv('CNPJ do fornecedor (matriz);Preço R$;Nome\n12.ABC.345/01DE-35;1,50;Ana\n11.222.333/0001-81;2;Bia\n')
    const sheet = registerFrom(odd, { title: 'Preços', area: 'cadastros' }, model)
    const load = importFor(odd, sheet, { name: 'precos_de_teste', title: 'Preços', words: 'register-ui' })
    const path = 'registers/cadastros/precos_de_teste'
    const { model: with_, problems } = readModel([
      ...readDefinitionFiles(),
      { path: `${path}.schema.json`, text: JSON.stringify(sheet.definition) },
      { path: `${path}.ui.json`, text: JSON.stringify(load.ui) },
      { path: 'imports/precos_de_teste-importar.json', text: JSON.stringify(load.definition) },
    ])
    expect(problems).toEqual([])
    const built = with_.imports['precos_de_teste-importar']
    expect(built && matchHeader(built, odd.header)).toEqual(['cnpj_do_fornecedor_matriz', 'preco', 'nome'])
    expect(built?.keys).toEqual([['cnpj_do_fornecedor_matriz']])
  })

  it('has a form whose fields are as wide as what they hold', () => {
    const odd = readCsv('Nome;NCM;CEP;E-mail\nAna;22021000;01310-100;a@b.com.br\n')
    const path = 'registers/cadastros/larguras.schema.json'
    const text = JSON.stringify(registerFrom(odd, { title: 'Larguras', area: 'cadastros' }, model).definition)
    const form = readModel([...readDefinitionFiles(), { path, text }]).model.registers.larguras?.views.form
    const spans = form?.parts.flatMap(part => part.rows.flat()).map(item => ('field' in item ? `${item.field} ${item.span}` : ''))
    expect(spans).toEqual(['nome 8', 'ncm 4', 'cep 3', 'email 9'])
  })

  it('takes a number that is written in two ways for one', () => {
    const odd = readCsv('Nome;CNPJ\nA;12.ABC.345/01DE-35\nB;12ABC34501DE35\n')
    expect(registerFrom(odd, { title: 'X', area: 'x' }, model).key).toEqual(['nome'])
  })
})
