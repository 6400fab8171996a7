import { describe, expect, it, test } from 'vitest'
import { changesBetween } from '../../../scripts/describe/changes/changes.ts'
import { lineAt } from '../fixtures/editedDefinitions.ts'
import { shopWithEditedReport, shopWithReportDefinitions } from '../fixtures/report.ts'
import { readModel } from '../read.ts'
import { sqlNamesIn, sqlSectionsOf } from './sql.ts'

const schema = 'reports/precos.schema.json'
const sql = 'reports/precos.sql'
const ui = 'reports/precos.ui.json'

describe('a report that is right', () => {
  const { model, problems } = readModel(shopWithReportDefinitions)

  it('has no problem, a query and a screen', () => {
    expect(problems).toEqual([])
    expect(model.queries.precos?.parameters).toMatchObject([
      {
        name: 'dateRange',
        title: 'Período',
        kind: 'dateTime',
        control: 'dateRange',
        fills: ['startDate', 'endDate'],
        required: true,
      },
      { name: 'groups', kind: 'reference', many: true, fills: ['groups'], required: false },
    ])
    expect(Object.keys(model.queries.precos?.statements ?? {})).toEqual(['array', 'totals', 'porDia', 'grupos'])
    expect(model.reports.precos).toMatchObject({ title: 'Preços', path: '/relatorio/precos', gate: 'cardapio_ver' })
    expect(model.menu[0]?.items.at(-1)).toMatchObject({ path: '/relatorio/precos', opens: { report: 'precos' } })
  })

  it('takes kinds and titles from the answer, and has whole paths', () => {
    const [cards, charts, table] = model.reports.precos?.layout ?? []
    expect(cards).toMatchObject({
      cards: [
        { value: 'main.total', as: { kind: 'money' } },
        { value: { top: 'main.array', by: 'venda', show: 'nome' }, as: { kind: 'text' } },
      ],
    })
    expect(charts).toMatchObject({ charts: [{ rows: 'main.porDia' }], across: 1 })
    expect(table).toMatchObject({
      table: { columns: [{ column: 'nome', title: 'Nome' }, { column: 'venda', as: { kind: 'money' } }, { title: 'Classe' }] },
    })
  })

  it('without a layout shows every figure and every part with rows', () => {
    const bare = readModel(
      shopWithReportDefinitions.map(each => (each.path === ui ? { path: ui, text: '{ "menu": "cardapio" }' } : each)),
    )
    expect(bare.problems).toEqual([])
    expect(bare.model.reports.precos?.layout.map(item => Object.keys(item)[0])).toEqual(['cards', 'table', 'table', 'table'])
  })
})

describe('what is behind a figure', () => {
  const drilled = (drill: object) =>
    readModel(shopWithEditedReport(ui, '"rows": "array",', `"rows": "array", "drill": ${JSON.stringify(drill)},`))

  it('is a report that takes the parameters of the page, or a list', () => {
    for (const drill of [
      { report: 'precos', with: { groups: '{nome}' } },
      { register: 'grupos', with: { nome: '{startDate} {nome}' }, when: 'empty(groups)', count: true },
    ]) {
      const { model, problems } = drilled(drill)
      expect(problems).toEqual([])
      expect(model.reports.precos?.layout.at(-1)).toMatchObject({ table: { drill } })
    }
  })

  it.each([
    [{ report: 'precos', register: 'grupos' }, 'drill-one'],
    [{ with: {} }, 'drill-one'],
    [{ report: 'preco' }, 'report-unknown'],
    [{ register: 'grupo' }, 'register-unknown'],
    [{ report: 'precos', with: { grups: '{nome}' } }, 'parameter-unknown'],
    [{ register: 'grupos', with: { nme: '{nome}' } }, 'field-unknown'],
    [{ report: 'precos', with: { groups: '{nomes}' } }, 'field-unknown'],
    [{ register: 'grupos', sum: 'nme' }, 'field-unknown'],
    [{ register: 'grupos', sum: 'nome' }, 'kind-needed'],
    [{ register: 'grupos', with: { 'pai.nome': '1' } }, 'relation-unknown'],
    [{ register: 'grupos', with: { nome: '{from}' } }, 'field-unknown'],
    [{ register: 'grupos', with: { nome: 'a..b' } }, 'drill-span'],
  ])('%j is told as %s', (drill, code) => {
    expect(drilled(drill).problems.map(problem => problem.code)).toEqual([code])
  })

  it('gets all that it must be asked', () => {
    const other = ['reports/outro.schema.json', 'reports/outro.sql', 'reports/outro.ui.json'] as const
    const files = shopWithReportDefinitions.map(({ path, text }) => ({ path: path.replace('precos', 'outro'), text }))
    const more = files
      .filter(({ path }) => (other as readonly string[]).includes(path))
      .map(({ path, text }) => ({
        path,
        text: text
          .replace('"relatorio/precos"', '"relatorio/outro"')
          .replace('"groups": {', '"loja": {')
          .replaceAll(':groups', ':loja')
          .replace(/"required": \[\s*"dateRange"\s*\]/, '"required": ["dateRange", "loja"]'),
      }))
    const { problems } = readModel([
      ...shopWithEditedReport(ui, '"rows": "array",', '"rows": "array", "drill": { "report": "outro" },'),
      ...more,
    ])
    expect(problems.map(problem => problem.code)).toEqual(['drill-lacks'])
  })
})

describe('a page of figures', () => {
  const days = { name: 'dateRange', filter: 'dateRange', default: 'today' }
  const calls = { dia: 'precos', lojas: { query: 'precos', stores: 'all', when: 'user.stores > 1' } }
  const table = { rows: 'lojas', columns: ['loja', 'total'], switchStore: true, phone: 'cards' }
  const card = {
    title: 'Total',
    value: 'dia.total',
    goal: 'dia.medio',
    pace: 'dia.medio',
    spark: { rows: 'dia.porDia', value: 'total' },
  }
  const page = (dashboard: object) =>
    readModel([
      ...shopWithReportDefinitions,
      { path: 'screens/inicio.json', text: JSON.stringify({ title: 'Início', path: '/', gate: 'logged', dashboard }) },
    ])
  const right = { parameters: [days], calls, layout: [{ cards: [card] }, { table }] }

  it.each([
    [{ cards: [{ title: 'Linhas', value: { count: 'dia.array' } }] }],
    [{ cards: [{ title: 'Maior', value: { top: 'dia.array', by: 'venda', show: 'nome' } }] }],
    [{ charts: [{ chart: 'bar', title: 'Vendas', rows: 'dia.array', category: 'nome', values: ['venda'] }] }],
  ])('has no figure over rows that may end before the last one: %j', item => {
    const cut = shopWithReportDefinitions.map(({ path, text }) => ({
      path,
      text:
        path === 'reports/precos.schema.json'
          ? text.replace(/"array": \{\s*"items"/, '"array": { "maxItems": 100, "items"')
          : text,
    }))
    const screen = { title: 'Início', path: '/', gate: 'logged', dashboard: { ...right, layout: [item] } }
    const { problems } = readModel([...cut, { path: 'screens/inicio.json', text: JSON.stringify(screen) }])
    const of = (file: string) => problems.filter(each => each.file.endsWith(file)).map(({ code }) => code)
    expect(of('screens/inicio.json')).toEqual(['rows-cut'])
    expect(of('precos.schema.json')).toEqual(['rows-cut'])
  })

  it('asks a span of days, and some of its calls for every store', () => {
    const { model, problems } = page(right)
    expect(problems).toEqual([])
    const body = model.screens.inicio?.body
    expect(body && 'dashboard' in body ? body.dashboard.report : undefined).toMatchObject({
      parameters: [{ control: 'dateRange', default: 'today', fills: ['startDate', 'endDate'] }],
      calls: { lojas: { stores: 'all' } },
      layout: [
        { cards: [{ goal: 'dia.medio', pace: 'dia.medio', spark: { rows: 'dia.porDia', value: 'total' } }] },
        { table: { rows: 'lojas', switchStore: true, phone: 'cards' } },
      ],
    })
  })

  it.each([
    [
      { parameters: [{ name: 'groups', type: 'integer', title: 'Grupo' }] },
      ['parameter-missing', 'parameter-missing', 'parameter-missing', 'parameter-missing', 'days-needed'],
    ],
    [{ layout: [{ table: { ...table, rows: 'dia' } }] }, ['rows-needed']],
    [{ layout: [{ arrange: 'Números', cards: [card] }] }, ['id-missing']],
    [{ layout: [{ id: 'a', arrange: 'Números', items: [{ id: 'b', arrange: 'Dentro', cards: [card] }] }] }, ['arrange-unused']],
    [{ layout: [{ id: 'a', items: [{ cards: [card] }] }] }, ['when-missing']],
    [
      {
        layout: [
          { id: 'a', arrange: 'Um', cards: [card] },
          { id: 'a', arrange: 'Dois', cards: [card] },
        ],
      },
      ['name-twice'],
    ],
    [
      {
        tour: { title: 'Visita', items: ['a', 'menu', 'b'].map(at => ({ at, title: 'Aqui', help: 'Veja' })) },
        layout: [{ id: 'a', arrange: 'Um', cards: [card] }],
      },
      ['place-unknown'],
    ],
    [{ layout: [{ table: { ...table, rows: 'dia.array', columns: ['nome'] } }] }, ['stores-needed']],
    [{ layout: [{ cards: [{ ...card, goal: undefined }] }] }, ['goal-missing']],
    [{ layout: [{ cards: [{ ...card, goal: 'dia.meta' }] }] }, ['figure-unknown']],
    [{ layout: [{ cards: [{ ...card, spark: { rows: 'dia.porDia', value: 'totl' } }] }] }, ['column-unknown']],
  ])('%j is told', (wrong, codes) => {
    expect(
      page({ ...right, ...wrong })
        .problems.map(problem => problem.code)
        .sort(),
    ).toEqual([...codes].sort())
  })
})

/** One fault each: where it stands, its code and the word that was meant. */
test.each([
  [schema, '"dateRange"\n', '"dateRang"\n', 'filter-unknown', 'dateRange'],
  [schema, '"sum": "array.venda"', '"sum": "array.vendas"', 'column-unknown', 'array.venda'],
  [schema, '"sum": "array.venda"', '"sum": "array.nome"', 'sum-kind', undefined],
  [schema, '"value": "total"', '"value": "totl"', 'column-unknown', 'total'],
  [schema, '"sum": "venda"', '"sum": "vnda"', 'field-unknown', 'venda'],
  [schema, '"grupo.nome"', '"grup.nome"', 'relation-unknown', 'grupo.nome'],
  [schema, '"to": "grupos"', '"to": "grupo"', 'register-unknown', 'grupos'],
  [schema, '"cardapio_ver"', '"cardapio_vr"', 'flag-unknown', 'cardapio_ver'],
  [schema, '"gate": "cardapio_ver"', '"scope": "global", "gate": "cardapio_ver"', 'query-global', undefined],
  [schema, '"gate": "cardapio_ver"', '"scope": "installation", "gate": "cardapio_ver"', 'query-installation', undefined],
  [schema, '"keyed"', '"keyd"', 'keyword-unknown', 'keyed'],
  [sql, '-- statement: totals', '-- statement: total', 'statement-unknown', 'totals'],
  [sql, ':startDate AND', ':starDate AND', 'parameter-unknown', 'startDate'],
  [sql, 'FROM itens GROUP', 'FROM itens; SELECT 1 GROUP', 'statement-several', undefined],
  [ui, '"value": "total"', '"value": "totl"', 'figure-unknown', 'total'],
  [ui, '"value": "total"', '"value": "array"', 'value-needed', undefined],
  [ui, '"rows": "porDia"', '"rows": "porDias"', 'figure-unknown', 'porDia'],
  [ui, '"category": "dia"', '"category": "dias"', 'column-unknown', 'dia'],
  [ui, '"show": "nome"', '"show": "name"', 'column-unknown', 'nome'],
  [ui, "classe == 'A'", "clase == 'A'", 'expression-invalid', 'classe'],
  [ui, '"menu": "cardapio"', '"menu": "cardapo"', 'group-unknown', 'cardapio'],
])('in %s %s for %s is told at its line', (path, piece, by, code, didYouMean) => {
  const files = shopWithEditedReport(path, piece, by)
  const before = files.find(each => each.path === path)?.text ?? ''
  const line = lineAt(before, before.indexOf(by))
  const [problem] = readModel(files).problems.filter(each => each.file === path)
  expect(problem).toMatchObject({ file: path, code, line, ...(didYouMean ? { didYouMean } : {}) })
})

it('a statement that forgets the store is refused, and what calls it with it', () => {
  const text = '-- statement: array\nSELECT 1\n-- statement: totals\nSELECT :lojaId\n-- statement: porDia\nSELECT :lojaId'
  const { model, problems, fallen } = readModel(
    shopWithReportDefinitions.map(each => (each.path === sql ? { path: sql, text } : each)),
  )
  expect(problems.map(each => [each.file, each.line, each.code])).toEqual([[sql, 1, 'store-missing']])
  expect(fallen).toEqual([schema, ui])
  expect([model.queries, model.reports]).toEqual([{}, {}])
})

it('names stand outside comments, texts and casts', () => {
  expect(sqlNamesIn(`:a::text, 'x :b '' :c', "d:e", $$ :f $$, E'\\':g', /* :h */ -- :i\n:j`).map(each => each.name)).toEqual([
    'a',
    'j',
  ])
  const { before, sections } = sqlSectionsOf('WITH x AS (SELECT 1)\n-- statement: a\nSELECT 1\n--statement:b\nSELECT 2')
  expect([before, sections.map(({ name, text }) => [name, text.trim()])]).toEqual([
    'WITH x AS (SELECT 1)\n',
    [
      ['a', 'SELECT 1'],
      ['b', 'SELECT 2'],
    ],
  ])
})

it('a review tells what changed of a report', () => {
  const { model } = readModel(shopWithReportDefinitions)
  const said = (path: string, piece: string, by: string) =>
    changesBetween(model, readModel(shopWithEditedReport(path, piece, by)).model)
      .filter(section => section.title !== 'Registros')
      .flatMap(section =>
        section.subjects.flatMap(subject => subject.lines.map(line => `${section.title}: ${line.kind} ${line.text}`)),
      )
  expect(said(sql, 'avg(venda)', 'max(venda)')).toEqual(['Chamadas de relatórios: changed A consulta “totals” mudou.'])
  expect(said(ui, '"title": "Por dia"', '"title": "Ao dia"')).toEqual([
    'Relatórios: removed Mostra: gráfico “Por dia”: total por dia',
    'Relatórios: added Mostra: gráfico “Ao dia”: total por dia',
  ])
  expect(said(schema, '"title": "Grupos"', '"title": "Turmas"')).toContain('Relatórios: added Pergunta: Turmas, vários')
})
