import { existsSync, readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { productModel } from '../../../tests/api/fixtures/product.ts'
import '../../../tests/fixedSeed.ts'
import { describe, expect, test } from 'vitest'
import { readCsv } from '../../base/csv.ts'
import { formatProblem } from '../formatMessage.ts'
import type { Import } from '../model.ts'
import { readModel } from '../read.ts'
import { failedRowsFile, sampleFile, withFileNameColumns, withoutReasonColumn } from './files.ts'
import { headerMarksOf, isWholeHeader, matchHeader, missingColumns, remapColumn } from './header.ts'
import { createRowReader } from './row.ts'
import { editCells, expiredOn, readSheet, readSheetRow, repeatedRows, withMissingColumns } from './sheet.ts'

const kinds = readFileSync('schemas/kinds.json', 'utf8')
const messages = readdirSync('schemas/messages').map(name => ({
  path: `messages/${name}`,
  text: readFileSync(`schemas/messages/${name}`, 'utf8'),
}))

const register = {
  title: 'Peças',
  type: 'object',
  register: { scope: 'store', access: { all: 'logged' }, unique: [['codigo']] },
  properties: {
    codigo: { type: 'string', title: 'Código', maxLength: 8 },
    nome: { type: 'string', title: 'Descrição', maxLength: 20 },
    preco: { type: 'number', format: 'money', title: 'Preço de venda', minimum: 0 },
    estoque: { type: 'number', title: 'Estoque' },
    ativo: { type: 'boolean', title: 'Ativo' },
    tipo: {
      type: 'integer',
      format: 'choice',
      title: 'Tipo',
      oneOf: [
        { const: 0, title: 'Peça' },
        { const: 1, title: 'Serviço' },
      ],
    },
    validade: { type: 'string', format: 'date', title: 'Validade' },
    chave: { type: 'string', title: 'Chave' },
  },
  required: ['codigo', 'preco'],
}

const load = {
  title: 'Importar peças',
  path: '/importarPecas',
  gate: 'logged',
  register: 'pecas',
  key: ['codigo'],
  warn: { field: 'validade', before: 'today', message: 'import.table-expired' },
  columns: [
    { field: 'codigo', aliases: ['cod'], stripPrefix: true, pad: 4 },
    'nome',
    'preco',
    'estoque',
    'ativo',
    { field: 'tipo', default: 0 },
    'validade',
    { field: 'chave', compute: 'codigo + "-" + nome' },
  ],
  sample: [{ codigo: '0001', nome: '=Parafuso', preco: '1,50' }],
}

const { model, problems } = readModel([
  { path: 'registers/teste/pecas.schema.json', text: JSON.stringify(register) },
  { path: 'imports/pecas.json', text: JSON.stringify(load) },
  ...messages,
  { path: 'kinds.json', text: kinds },
])
const pecas = Object.values(model.imports)[0] as Import
const HEADER = ['codigo', 'nome', 'preco', 'estoque', 'ativo', 'tipo', 'validade']

const read = (header: readonly string[], cells: readonly string[], line = 2) =>
  createRowReader(model, pecas, matchHeader(pecas, header))(cells, line)
const texts = (header: readonly string[], cells: readonly string[], line = 2) =>
  read(header, cells, line).problems.map(problem => formatProblem(model, problem))

test('the definitions of this test are sound', () => {
  expect(problems).toEqual([])
  expect(pecas.columns).toHaveLength(8)
})

describe('header', () => {
  test('by name, title or alias, in any case, without accents and marks', () => {
    expect(matchHeader(pecas, ['CODIGO', 'Descricao', 'PREÇO DE VENDA', 'xyz', ''])).toEqual([
      'codigo',
      'nome',
      'preco',
      null,
      null,
    ])
    expect(matchHeader(pecas, ['Cód', 'codigo'])).toEqual(['codigo', null])
  })

  test('a further column of an alias that several have is the next of them', () => {
    const people = productModel().imports['clientes-importar'] as Import
    expect(matchHeader(people, ['Cliente', 'Celular', 'Telefone', 'Fone', 'Cliente'])).toEqual([
      'nome_fantasia',
      'telefone1',
      'telefone2',
      null,
      'cliente',
    ])
  })

  test('the header is the row that names all that must be there', () => {
    const marks = headerMarksOf(pecas)
    const isWhole = (...cells: string[]) => isWholeHeader(cells, marks)
    expect([isWhole('CÓD', 'x', 'Preço de venda'), isWhole('codigo', 'nome'), isWhole('Tabela de preços', '')]).toEqual([
      true,
      false,
      false,
    ])
  })

  test('any column is found whatever the case of its texts', () => {
    const some = fc.constantFrom(...pecas.columns)
    fc.assert(
      fc.property(some, fc.boolean(), fc.boolean(), (column, byTitle, upper) => {
        const text = byTitle ? column.title : column.name
        expect(matchHeader(pecas, [upper ? text.toUpperCase() : ` ${text.toLowerCase()} `])).toEqual([column.name])
      }),
    )
  })

  test('an unknown column may be given to a field, which is taken from where it was', () => {
    const mapping = matchHeader(pecas, ['codigo', 'valor', 'preco'])
    expect(remapColumn(mapping, 1, 'preco')).toEqual(['codigo', 'preco', null])
  })

  test('what every row must bring and the file lacks is offered to be filled in', () => {
    const mapping = matchHeader(pecas, ['nome'])
    expect(missingColumns(pecas, mapping).map(column => column.name)).toEqual(['codigo', 'preco'])
    expect(withMissingColumns(pecas, ['nome'], mapping)).toEqual({
      header: ['nome', 'Código', 'Preço de venda'],
      mapping: ['nome', 'codigo', 'preco'],
    })
  })
})

describe('cells', () => {
  test('values of every kind, computed ones and defaults', () => {
    expect(read(HEADER, ['COD 12', ' Parafuso ', 'R$ 1.234,56', '', '1', '', '31/12/2026'])).toMatchObject({
      record: {
        codigo: '0012',
        nome: 'Parafuso',
        preco: 1234.56,
        // Blank cells: what they mean hangs on whether the record is there.
        estoque: '',
        ativo: true,
        tipo: '',
        validade: '2026-12-31',
        chave: '0012-Parafuso',
      },
      values: { estoque: 0, tipo: 0 },
      problems: [],
      key: '{"codigo":"0012"}',
    })
  })

  test('a column that the file does not have is not sent', () => {
    expect(Object.keys(read(['codigo', 'preco'], ['1', '2']).record).sort()).toEqual(['chave', 'codigo', 'preco'])
  })

  test('the documents\u2019 texts', () => {
    expect(texts(HEADER, ['1', 'a', 'abc', '', '', '', ''], 7)).toEqual([
      "Coluna 'Preço de venda' da linha 7 inválido. Não foi possível converter o valor 'abc' em decimal.",
    ])
    expect(texts(HEADER, ['1', 'a', '', '', '', '', ''])).toEqual(['Coluna Preço de venda preenchimento obrigatório.'])
    expect(texts(['nome', 'preco'], ['a', '1'])).toEqual(['Coluna Código preenchimento obrigatório.'])
    expect(texts(HEADER, ['1', 'a', '1', '', 'talvez', '', ''])).toEqual([
      "Coluna 'Ativo' da linha 2 inválido. Escolha Sim ou Não",
    ])
    expect(texts(HEADER, ['1', 'um nome longo demais mesmo', '1', '', '', '', ''])).toEqual([
      "Coluna 'Descrição' da linha 2 inválido. Máximo de 20 caracteres",
    ])
  })

  test('yes or no', () => {
    const active = (text: string) => read(HEADER, ['1', '', '1', '', text, '', '']).values.ativo
    expect(['1', 'true', 'TRUE', 'Sim', '0', '', 'false'].map(active)).toEqual([true, true, true, true, false, false, false])
  })

  test('whatever a file holds, a row is read or its problems are told', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 12 }), { minLength: 7, maxLength: 7 }), cells => {
        const row = read(HEADER, cells)
        expect(row.problems.length > 0 || typeof row.record.preco === 'number').toBe(true)
        for (const problem of row.problems) expect(formatProblem(model, problem)).toMatch(/^Coluna .*(obrigatório\.|inválid)/s)
      }),
    )
  })
})

describe('sheet', () => {
  const reader = createRowReader(model, pecas, matchHeader(pecas, HEADER))
  const lines = (cells: readonly (readonly string[])[]) => cells.map((row, at) => ({ cells: row, line: at + 2 }))
  const rowsOf = (cells: readonly (readonly string[])[]) => {
    const reading = readSheet(lines(cells), reader)
    for (;;) {
      const step = reading.next()
      if (step.done) return step.value
    }
  }

  test('empty rows are dropped, lines stay those of the file', () => {
    expect(
      rowsOf([
        ['1', 'a', '1'],
        ['', ' ', ''],
        ['2', 'b', '1'],
      ]).map(row => row.line),
    ).toEqual([2, 4])
  })

  test('the same key twice is told at the later line', () => {
    const rows = rowsOf([
      ['1', 'a', '1'],
      ['0001', 'b', '1'],
      ['2', 'c', '1'],
    ])
    expect([...repeatedRows(rows)]).toEqual([['3', 2]])
    expect([...repeatedRows(rows.slice(1), new Map([['{"codigo":"0001"}', 2]]))]).toEqual([['3', 2]])
  })

  test('an edited cell is read again', () => {
    const [row] = rowsOf([['1', 'a', 'abc']])
    expect(row?.problems).toHaveLength(1)
    expect(row && editCells(row, new Map([[2, '3,50']]), reader).problems).toEqual([])
    expect(row && editCells(row, new Map([[5, '9']]), reader).cells).toEqual(['1', 'a', 'abc', '', '', '9'])
  })

  test('an expired table is told by its latest day', () => {
    const mapping = matchHeader(pecas, HEADER)
    const days = (...texts: string[]) =>
      texts.map((text, at) => readSheetRow([String(at), '', '1', '', '', '', text], at + 2, reader))
    expect(expiredOn(pecas, mapping, days('31/03/2026', '01/02/2026'), reader, '2026-04-01')).toBe('2026-03-31')
    expect(expiredOn(pecas, mapping, days('31/03/2026', '01/02/2026'), reader, '2026-03-31')).toBeUndefined()
    expect(expiredOn(pecas, mapping, days(''), reader, '2026-03-31')).toBeUndefined()
  })

  test('the sample and the leftovers can be read again', () => {
    const sample = readCsv(new TextEncoder().encode(sampleFile(pecas)))
    expect(sample.header).toEqual(HEADER)
    expect(matchHeader(pecas, sample.header)).toEqual(HEADER)
    const left = readCsv(failedRowsFile(['codigo', 'preco'], [{ cells: ['1', '2,5'], reasons: ['Uma.', 'Outra.'] }], 'Erro'))
    expect([left.header, left.rows]).toEqual([['codigo', 'preco', 'Erro'], [['1', '2,5', 'Uma. Outra.']]])
  })

  test('comes back without the reasons, which are no data', () => {
    const left = readCsv(failedRowsFile(['codigo', 'preco'], [{ cells: ['1', '2,5'], reasons: ['Uma.'] }], 'Erro'))
    expect(withoutReasonColumn(pecas, left, 'Erro')).toMatchObject({
      header: ['codigo', 'preco'],
      rows: [['1', '2,5']],
      lines: [2],
    })
    const other = { header: ['codigo', 'chave'], rows: [['1', 'a']], lines: [2] }
    expect(withoutReasonColumn(pecas, other, 'chave')).toBe(other)
  })
})

describe('what stands in the name of a file', () => {
  const named: Import = {
    ...pecas,
    columns: pecas.columns.map(column => (column.name === 'chave' ? { ...column, fileName: '^pecas-([a-z]{2})' } : column)),
  }
  const table = { header: ['codigo', 'preco'], rows: [['1', '2'], ['3'], ['']], lines: [2, 3, 4] }

  test('is a column of every row, whatever its letters', () => {
    expect(withFileNameColumns(named, table, 'Pecas-sp26.csv')).toEqual({
      header: ['codigo', 'preco', 'Chave'],
      rows: [['1', '2', 'SP'], ['3', '', 'SP'], ['']],
      lines: [2, 3, 4],
    })
  })

  test('is left alone where the file says it itself, or the name does not', () => {
    expect(withFileNameColumns(named, table, 'tabela.csv')).toBe(table)
    const own = { ...table, header: ['codigo', 'chave'] }
    expect(withFileNameColumns(named, own, 'pecas-sp.csv')).toBe(own)
  })
})

const table = '../shared/data/TabelaIBPTax_26.1.E.csv'

describe.skipIf(!existsSync(table))('the real tax table (skipped where it is not beside the repository)', () => {
  test('every row reads, each with a key of its own, in short steps', () => {
    const paths = readdirSync('schemas', { recursive: true, encoding: 'utf8' }).filter(
      path => path.endsWith('.json') && !path.startsWith('meta'),
    )
    const real = readModel(paths.map(path => ({ path, text: readFileSync(`schemas/${path}`, 'utf8') }))).model
    const ncms = Object.values(real.imports).find(each => each.register === 'ncms') as Import
    const csv = readCsv(readFileSync(table))
    const mapping = matchHeader(ncms, csv.header)
    expect(mapping).not.toContain(null)
    const reader = createRowReader(real, ncms, mapping)
    const reading = readSheet(
      csv.rows.map((cells, at) => ({ cells, line: csv.lines[at] ?? 0 })),
      reader,
    )
    let step = reading.next()
    while (!step.done) step = reading.next()
    const rows = step.value
    expect(rows).toHaveLength(11_390)
    expect(rows.filter(row => row.problems.length > 0).slice(0, 3)).toEqual([])
    expect(repeatedRows(rows).size).toBe(0)
    const short = createRowReader(
      real,
      ncms,
      matchHeader(ncms, ['id', 'tipo', 'descricao', 'nacional', 'importado', 'estadual', 'municipal']),
    )
    const problemsOf = (id: string, tipo: string) =>
      short([id, tipo, 'Algo', '1', '1', '1', '1'], 2).problems.map(({ path: at }) => at)
    expect([problemsOf('123', '0'), problemsOf('2109100', '0'), problemsOf('0123', '2')]).toEqual([['id'], [], []])
    expect(expiredOn(ncms, mapping, rows, reader, '2026-11-20')).toBe('2026-03-31')
  }, 30_000)
})
