import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shopDefinitions, shopWithChangedFile, shopWithEditedText } from './fixtures/shop.ts'
import type { DefinitionProblem } from './problem.ts'
import { readModel } from './read.ts'

const folder = {
  produtos: 'registers/cardapio/produtos.schema.json',
  ui: 'registers/cardapio/produtos.ui.json',
  grupos: 'registers/cardapio/grupos.schema.json',
}

/** The first problem of a file in which one text is replaced, with the text of its line from its column on. */
function told(path: string, from: string, to: string): Partial<DefinitionProblem> & { at: string } {
  const files = shopWithEditedText(path, from, to)
  const problem = readModel(files).problems.find(each => each.file === path)
  const lines = files.find(file => file.path === path)?.text.split('\n') ?? []
  const at = lines[(problem?.line ?? 0) - 1]?.slice((problem?.column ?? 1) - 1) ?? ''
  return {
    at,
    ...(problem?.code ? { code: problem.code } : {}),
    ...(problem?.didYouMean ? { didYouMean: problem.didYouMean } : {}),
  }
}

describe('what the checker tells, and where', () => {
  it.each([
    ['a keyword', folder.produtos, '"maxLength": 50', '"maxLenght": 50', 'keyword-unknown', '"maxLenght": 50', 'maxLength'],
    ['a missing keyword', folder.produtos, '"message": "venda-menor",', '', 'keyword-missing', '{', undefined],
    ['a type of JSON', folder.produtos, '"maxLength": 50', '"maxLength": "50"', 'type', '"50"', undefined],
    ['a word of a set', folder.grupos, '"scope": "store"', '"scope": "stores"', 'word-unknown', '"stores"', 'store'],
    ['broken JSON', folder.grupos, '"scope": "store"', '"scope" "store"', 'json-invalid', '"store"', undefined],
    [
      'a member twice',
      folder.grupos,
      '"scope": "store"',
      '"scope": "store", "scope": "store"',
      'key-duplicate',
      '"scope": "store",',
      undefined,
    ],
    ['a kind', folder.produtos, '"format": "weekdays"', '"format": "weekday"', 'kind-unknown', '"weekday"', 'weekdays'],
    [
      'a type that is not the kind’s',
      folder.produtos,
      '"type": "array",\n      "title": "Dias"',
      '"type": "string",\n      "title": "Dias"',
      'type-mismatch',
      '"string"',
      undefined,
    ],
    [
      'a referred record where only the row is at hand',
      folder.ui,
      '"when": "venda < custo"',
      '"when": "grupo.ativo"',
      'expression-too-far',
      'grupo.ativo"',
      undefined,
    ],
    [
      'a computed field that hangs on itself',
      folder.produtos,
      '"title": "Custo"',
      '"title": "Custo", "compute": "custo + 1.0"',
      'compute-circle',
      '"custo + 1.0"',
      undefined,
    ],
    ['a register', folder.produtos, '"to": "grupos"', '"to": "grupo"', 'register-unknown', '"grupo"', 'grupos'],
    [
      'the type of a key',
      folder.produtos,
      '"type": "string",\n      "title": "NCM"',
      '"type": "integer",\n      "title": "NCM"',
      'type-mismatch',
      '"integer"',
      undefined,
    ],
    ['a message', folder.produtos, '"venda-menor"', '"venda-maior"', 'message-unknown', '"venda-maior"', 'venda-menor'],
    [
      'a field of a rule',
      folder.produtos,
      '"fields": [\n          "venda"',
      '"fields": [\n          "vend"',
      'field-unknown',
      '"vend"',
      'venda',
    ],
    [
      'a required field',
      folder.grupos,
      '"required": [\n    "nome"',
      '"required": [\n    "nme"',
      'field-unknown',
      '"nme"',
      'nome',
    ],
    [
      'a flag',
      folder.produtos,
      '"see": "cardapio_ver"',
      '"see": "admin || cardapio_vr"',
      'flag-unknown',
      'cardapio_vr"',
      'cardapio_ver',
    ],
    ['a gate', folder.produtos, '"see": "cardapio_ver"', '"see": "cardapio_ver &&"', 'gate-invalid', '"', undefined],
    ['a feature', folder.ui, 'store.entrega', 'store.entregas', 'flag-unknown', 'store.entregas"', 'store.entrega'],
    ['a name in an expression', folder.produtos, 'venda >= custo', 'venda >= cusot', 'expression-invalid', 'cusot"', 'custo'],
    [
      'a member in an expression',
      folder.produtos,
      'venda >= custo',
      "grupo.nme == ''",
      'expression-invalid',
      "nme == ''",
      'nome',
    ],
    ['the form of an expression', folder.produtos, 'venda >= custo', 'venda >=', 'expression-invalid', '"', undefined],
    [
      'types in an expression',
      folder.produtos,
      'venda >= custo',
      'venda >= nome',
      'expression-invalid',
      'venda >= nome"',
      undefined,
    ],
    ['the type of a result', folder.produtos, 'venda >= custo', 'venda - custo', 'expression-type', '"venda - custo"', undefined],
    ['a default', folder.produtos, '"default": 1', '"default": 7', 'default-invalid', '7', undefined],
    ['a column of a relation', folder.ui, '"grupo.nome"', '"grupo.nme"', 'field-unknown', '"grupo.nme"', 'grupo.nome'],
    ['a relation', folder.ui, '"grupo.nome"', '"group.nome"', 'relation-unknown', '"group.nome"', 'grupo.nome'],
    ['an action', folder.ui, '"!ver"', '"!verr"', 'action-unknown', '"!verr"', '!ver'],
    ['a name in an address', folder.ui, '{grupoId}', '{grupold}', 'field-unknown', 'grupold}"', 'grupoId'],
    [
      'a field that parts sums',
      folder.ui,
      '"totals": [\n      "venda"',
      '"totalsBy": "nome",\n    "totals": [\n      "venda"',
      'total-impossible',
      '"nome"',
      undefined,
    ],
    [
      'rows that sums leave out where none are parted',
      folder.ui,
      '"totals": [\n      "venda"',
      '"totalsOnly": { "where": { "nome": "x" }, "message": "venda-menor" },\n    "totals": [\n      "venda"',
      'total-impossible',
      '"totalsOnly"',
      undefined,
    ],
    [
      'a field of rows that sums leave out',
      folder.ui,
      '"totals": [\n      "venda"',
      '"totalsOnly": { "where": { "nme": "x" }, "message": "venda-menor" },\n    "totals": [\n      "venda"',
      'field-unknown',
      '"nme"',
      'nome',
    ],
    ['a sum', folder.ui, '"totals": [\n      "venda"', '"totals": [\n      "nome"', 'total-impossible', '"nome"', undefined],
    ['a switch', folder.ui, '"field": "combo"', '"field": "nome"', 'boolean-needed', '"nome"', undefined],
    ['a menu group', folder.grupos, '"menu": "cardapio"', '"menu": "cardapios"', 'menu-unknown', '"cardapios"', 'cardapio'],
    ['what a menu item opens', 'menu.json', '"opens": "senha"', '"opens": "senhas"', 'page-unknown', '"senhas"', 'senha'],
    ['a column of an import', 'imports/ncms.json', '"descricao"', '"descricoa"', 'field-unknown', '"descricoa"', 'descricao'],
    [
      'an address that is taken',
      'imports/ncms.json',
      '/ImportarNCM',
      '/alterarsenha',
      'path-twice',
      '"/alterarsenha"',
      undefined,
    ],
    [
      'limits that cross',
      folder.produtos,
      '"minimum": 0,\n            "maximum": 6',
      '"minimum": 9,\n            "maximum": 6',
      'limits-crossed',
      '9,',
      undefined,
    ],
    ['a pattern', 'kinds.json', '^[0-9]{1,18}$', '^[0-9{1,18}$', 'pattern-invalid', '"^[0-9{1,18}$"', undefined],
    [
      'a file',
      'registers/loja/user_lojas.schema.json',
      'flags.schema.json',
      'flag.schema.json',
      'file-unknown',
      '"../../permissions/flag.schema.json"',
      '../../permissions/flags.schema.json',
    ],
  ])('%s', (_what, path, from, to, code, at, didYouMean) => {
    const { at: place, ...rest } = told(path, from, to)
    expect(rest).toEqual({ code, ...(didYouMean === undefined ? {} : { didYouMean }) })
    expect(place.startsWith(at), `${place} should start with ${at}`).toBe(true)
  })

  it.each<[string, object, string, string | undefined]>([
    ['a parameter that is asked, too', { parameters: { nova: { type: 'string', title: 'Nova' } } }, 'name-twice', undefined],
    ['the condition of a variant', { variants: [{ when: 'tok != 1' }] }, 'expression-invalid', undefined],
    ['a title of a field', { variants: [{ when: 'true', titles: { novo: 'X' } }] }, 'field-unknown', 'nova'],
    ['a text after the call', { after: { text: 'senha-igua', button: 'Ir', open: '/login' } }, 'message-unknown', 'senha-igual'],
    ['a button that may also leave', { button: 'Cancelar' }, 'deed-unnamed', undefined],
    ['the same of a variant', { variants: [{ when: 'true', button: 'Ok' }] }, 'deed-unnamed', undefined],
    ['where a link leads', { links: [{ title: 'Voltar', open: 'login' }] }, 'address-invalid', undefined],
  ])('of a form screen: %s', (_what, more, code, didYouMean) => {
    const files = shopWithChangedFile('screens/senha.json', value => Object.assign(value.form as unknown as object, more))
    expect(readModel(files).problems[0]).toMatchObject({ code, ...(didYouMean ? { didYouMean } : {}) })
  })

  it('parameters of a form screen are names in its expressions', () => {
    const files = shopWithChangedFile('screens/senha.json', value =>
      Object.assign(value.form as unknown as object, {
        parameters: { t: { type: 'string', title: 'Token' } },
        variants: [{ when: "t != ''", titles: { nova: 'Outra' } }],
      }),
    )
    expect(readModel(files).problems).toEqual([])
  })

  it('a row that a lookup adds names a list and fields of its rows', () => {
    const lookup = (adds: object) =>
      shopWithChangedFile(folder.produtos, value =>
        Object.assign((value.properties as unknown as { nome: object }).nome, { lookup: { path: 'x', adds } }),
      )
    expect(readModel(lookup({ disponibilidade: {} })).problems[0]).toMatchObject({
      code: 'field-unknown',
      didYouMean: 'disponibilidades',
    })
    expect(readModel(lookup({ disponibilidades: { inico: 'a' } })).problems[0]).toMatchObject({ code: 'field-unknown' })
    expect(readModel(lookup({ disponibilidades: { inicio: 'a' } })).problems).toEqual([])
  })

  it('rows to start with where every store starts at its own time', () => {
    const files = shopWithEditedText(folder.grupos, '"menu"', '"seed": [{ "nome": "Bebidas" }], "menu"')
    expect(readModel(files).problems[0]).toMatchObject({ code: 'seed-store' })
  })

  it('whose records are said by rows of another register', () => {
    const rows = (register: string, field: string) =>
      readModel(
        shopWithEditedText(
          folder.grupos,
          '"menu"',
          `"rows": { "see": [{ "referredBy": { "register": "${register}", "field": "${field}" } }] }, "menu"`,
        ),
      ).problems[0]
    expect(rows('produtos', 'grupoId')).toBeUndefined()
    expect(rows('produto', 'grupoId')).toMatchObject({ code: 'register-unknown', didYouMean: 'produtos' })
    expect(rows('produtos', 'grupoid')).toMatchObject({ code: 'field-unknown', didYouMean: 'grupoId' })
    expect(rows('produtos', 'ncmId')).toMatchObject({ code: 'field-unknown' })
    expect(rows('ncms', 'id')).toMatchObject({ code: 'referrer-scope' })
  })

  it('an icon that there is not', () => {
    const files = shopWithEditedText(folder.grupos, '"menu"', '"icon": "trukc", "menu"')
    expect(
      readModel(files, { icons: new Set(['truck', 'table', 'list']) }).problems.find(each => each.file === folder.grupos),
    ).toMatchObject({
      code: 'icon-unknown',
      didYouMean: 'truck',
    })
    expect(readModel(files).problems).toEqual([])
  })

  it('a role that two registers play, that lacks a field, or that nobody plays', () => {
    const twice = shopWithEditedText(folder.grupos, '"menu"', '"role": "views", "menu"').map(file =>
      file.path.endsWith('produtos.schema.json')
        ? { ...file, text: file.text.replace('"menu"', '"role": "views", "menu"') }
        : file,
    )
    const codes = readModel(twice).problems.map(({ code, file }) => `${code} ${file}`)
    expect(codes).toContain(`role-twice ${folder.produtos}`)
    expect(codes).toContain(`role-field ${folder.grupos}`)
    expect(readModel(shopDefinitions, { roles: ['history'] }).problems[0]).toMatchObject({
      code: 'role-missing',
      file: 'menu.json',
    })
  })

  it('an assignment to a field that is not there, and one whose condition is none', () => {
    const files = shopWithEditedText(folder.grupos, '"menu"', '"assign": [{ "when": "nome", "set": { "nom": "nome" } }], "menu"')
    const { problems } = readModel(files)
    expect(problems.slice(0, 2).map(({ code }) => code)).toEqual(['expression-type', 'field-unknown'])
    expect(problems[1]).toMatchObject({ didYouMean: 'nome' })
  })

  it('an effect that the server does not have', () => {
    const files = shopWithEditedText(folder.grupos, '"menu"', '"effects": ["storeUsr"], "menu"')
    expect(readModel(files, { effects: ['storeUser'] }).problems[0]).toMatchObject({
      code: 'effect-unknown',
      didYouMean: 'storeUser',
    })
    expect(readModel(files).problems).toEqual([])
  })

  /** A register beside the shop's, and what is said of it. */
  const beside = (path: string, properties: object = {}, more: object = {}) => {
    const value = {
      title: 'Fretes',
      type: 'object',
      register: { scope: 'store', label: 'nome', access: { all: 'cardapio_ver' } },
      properties: { nome: { type: 'string', title: 'Nome' }, ...properties },
      ...more,
    }
    return readModel([...shopDefinitions, { path, text: JSON.stringify(value, null, 2) }]).problems.filter(
      each => each.code !== 'register-refused',
    )
  }
  const fretes = 'registers/cardapio/fretes.schema.json'
  const text = { type: 'string', title: 'X' }

  it.each<[string, string, object, string]>([
    ['that the database would cut', 'a'.repeat(64), text, 'name-invalid'],
    ['that every object of JavaScript has', 'constructor', text, 'name-invalid'],
    ['with an accent', 'preço', text, 'name-invalid'],
    ['of what the server writes', 'version', text, 'name-taken'],
    ['of the key', 'id', { type: 'integer', title: 'X' }, 'name-taken'],
    ['of the search', '_busca', text, 'name-taken'],
    ['that differs by its case alone', 'NOME', text, 'name-twice'],
    [
      'of a list whose table would be cut',
      'l'.repeat(60),
      { type: 'array', items: { type: 'object', properties: { a: text } } },
      'name-invalid',
    ],
  ])('a name of a field %s', (_what, name, property, code) => {
    expect(beside(fretes, { [name]: property })).toMatchObject([{ file: fretes, code, line: 16 }])
  })

  it.each([['meus fretes'], ['f'.repeat(64)], ['constructor']])('a name that no register can have: %s', name => {
    const path = `registers/cardapio/${name}.schema.json`
    expect(beside(path)).toMatchObject([{ file: path, code: 'name-invalid' }])
  })

  it('a register twice, in two areas: the first stays', () => {
    const path = 'registers/estoque/grupos.schema.json'
    const { model, problems } = readModel([
      ...shopDefinitions,
      { path, text: shopDefinitions.find(each => each.path === folder.grupos)?.text ?? '' },
    ])
    expect(problems).toMatchObject([{ file: path, code: 'name-twice' }])
    expect(model.registers.grupos?.area).toBe('cardapio')
  })

  it('a list whose table is another register’s', () => {
    const list = { type: 'array', title: 'Itens', items: { type: 'object', properties: { a: text } } }
    expect(beside('registers/cardapio/grupos_itens.schema.json')).toEqual([])
    const files = shopWithChangedFile(folder.grupos, value =>
      Object.assign(value.properties as unknown as object, { itens: list }),
    )
    const other = { ...JSON.parse(shopDefinitions[1]?.text ?? ''), title: 'Itens' }
    const { problems } = readModel([
      ...files,
      { path: 'registers/cardapio/grupos_itens.schema.json', text: JSON.stringify(other) },
    ])
    expect(problems[0]).toMatchObject({ file: folder.grupos, code: 'name-taken' })
  })

  it('a list without rows', () => {
    expect(beside(fretes, { faixas: { type: 'array', title: 'Faixas' } })).toMatchObject([{ code: 'items-missing' }])
  })

  it('an address that is a register’s by its name, at the line that asks for it: the register stays', () => {
    const ui = 'registers/cardapio/combos.ui.json'
    const { model, problems } = readModel([...shopDefinitions, { path: ui, text: '{\n  "path": "/grupos"\n}' }])
    expect(model.registers.grupos?.views.path).toBe('/grupos')
    expect(problems).toMatchObject([{ file: ui, line: 2, code: 'path-twice' }])
  })

  it('names the valid words when none is near, and what is written here in place of a word of JSON Schema', () => {
    expect(beside(fretes, { x: { type: 'number', format: 'dinheiro' } })[0]?.message).toContain('There are: boolean, ')
    expect(beside(fretes, { x: { type: 'string', enum: ['a'] } })[0]?.message).toContain('It is "oneOf" here.')
  })

  it('names all kinds, however many the folder has', () => {
    const kinds = readFileSync(new URL('../../schemas/kinds.json', import.meta.url), 'utf8')
    const field = { type: 'string', title: 'X', format: 'dinheiro' }
    const value = { title: 'Fretes', type: 'object', register: { scope: 'store', label: 'x' }, properties: { x: field } }
    const { problems } = readModel([
      ...shopDefinitions.filter(({ path }) => path !== 'kinds.json'),
      { path: 'kinds.json', text: kinds },
      { path: fretes, text: JSON.stringify(value) },
    ])
    expect(problems.find(({ code }) => code === 'kind-unknown')?.message).toMatch(
      /There are: accessKey, .*, money, .*, xmlFiles\./,
    )
  })

  it('a function that there is not, and one = where two are meant', () => {
    const shown = (visibleWhen: string) => beside(fretes, { x: { ...text, visibleWhen } })[0]
    expect(shown('rond(2.5, 1) > 1.0')).toMatchObject({ message: 'There is no function "rond".', didYouMean: 'round' })
    expect(shown("nome = 'a'")?.message).toContain('What is equal is asked by "=="')
  })
})
