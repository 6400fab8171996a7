import { describe, expect, it } from 'vitest'
import { shopDefinitions, shopWithEditedText } from './fixtures/shop.ts'
import type { Register } from './model.ts'
import { readModel } from './read.ts'

const { model, problems } = readModel(shopDefinitions)

function register(name: string): Register {
  const found = model.registers[name]
  if (!found) throw new Error(`no register ${name}`)
  return found
}

const names = (all: readonly { readonly name: string }[]): string[] => all.map(each => each.name)

describe('readModel', () => {
  it('finds nothing wrong with a shop that is right', () => {
    expect(problems).toEqual([])
    expect(Object.keys(model.registers)).toEqual([
      'combos',
      'grupos',
      'lojas',
      'ncms',
      'produtos',
      'produtos.disponibilidades',
      'user_lojas',
    ])
  })

  it('is frozen, plain JSON, and named by its content', () => {
    expect(Object.isFrozen(register('produtos').views.list.columns)).toBe(true)
    expect(JSON.parse(JSON.stringify(model))).toEqual(model)
    expect(readModel([...shopDefinitions].reverse()).model.hash).toBe(model.hash)
    expect(readModel(shopWithEditedText('registers/cardapio/grupos.schema.json', '"Nome"', '"Nomes"')).model.hash).not.toBe(
      model.hash,
    )
  })

  it('names a menu item with its group where only the group explains the name', () => {
    const files = shopDefinitions.map(file =>
      file.path.endsWith('menu.json')
        ? {
            ...file,
            text: file.text.replace(
              /"produtos"/,
              '"produtos", { "opens": "grupos", "address": "/grupos?ativo=true", "title": "Ativos" }',
            ),
          }
        : file,
    )
    const [produtos, ativos] = readModel(files).model.menu[0]?.items ?? []
    expect([produtos?.title, produtos?.alone]).toEqual(['Produtos', undefined])
    expect([ativos?.title, ativos?.alone]).toEqual(['Ativos', 'Cardápio: Ativos'])
  })

  it('gives every register its system fields', () => {
    expect(names(register('grupos').fields)).toEqual(['id', 'nome', 'ativo', 'lojaId', 'version', 'createdAt', 'updatedAt'])
    expect(names(register('ncms').fields)).toEqual(['id', 'descricao', 'version', 'createdAt', 'updatedAt'])
    expect(register('ncms').fields[0]).toMatchObject({ kind: 'text', readOnly: false, required: true })
  })

  it('makes a register of an inline child list', () => {
    const child = register('produtos.disponibilidades')
    expect(child).toMatchObject({
      table: 'produtos_disponibilidades',
      scope: 'store',
      parent: { register: 'produtos', list: 'disponibilidades', by: 'produtosId' },
    })
    expect(names(child.fields)).toEqual(['id', 'dia', 'inicio', 'lojaId', 'produtosId', 'ordem'])
    expect(child.access).toEqual(register('produtos').access)
    expect(register('produtos').lists[0]).toMatchObject({
      name: 'disponibilidades',
      register: 'produtos.disponibilidades',
      by: 'produtosId',
      order: 'ordem',
      max: 3,
    })
  })

  it('takes a view from the rows of its base', () => {
    const combos = register('combos')
    expect(combos).toMatchObject({ table: 'produtos', label: 'nome', from: { register: 'produtos', where: { combo: true } } })
    expect(names(combos.fields)).toEqual(['id', 'nome', 'custo', 'venda', 'combo', 'lojaId', 'version', 'createdAt', 'updatedAt'])
    expect(combos.fields.find(field => field.name === 'combo')?.readOnly).toBe(true)
    expect(combos.views.form.parts[0]?.rows.flat().some(item => 'field' in item && item.field === 'combo')).toBe(false)
    expect(combos.fields[1]).toMatchObject({ title: 'Nome do combo', maxLength: 30, required: true })
    expect(names(combos.lists)).toEqual(['disponibilidades'])
  })

  it('brings flags into a register by allOf', () => {
    expect(names(register('user_lojas').fields)).toContain('cardapio_editar')
  })

  it('derives gates of acts, singulars and titles', () => {
    expect(register('grupos').access).toEqual({
      see: 'cardapio_ver',
      create: 'cardapio_ver',
      change: 'cardapio_ver',
      remove: 'cardapio_ver',
    })
    expect(register('produtos').access).toEqual({
      see: 'cardapio_ver',
      create: 'cardapio_editar',
      change: 'cardapio_editar',
      remove: 'cardapio_editar',
    })
    expect(register('produtos').singular).toBe('produto')
    expect(register('lojas').fields.find(field => field.name === 'fuso')?.title).toBe('Fuso')
  })

  it('knows kinds by format, reference, options and type', () => {
    const kinds = Object.fromEntries(register('produtos').fields.map(field => [field.name, field.kind]))
    expect(kinds).toMatchObject({
      codigo: 'text',
      grupoId: 'reference',
      venda: 'money',
      dias: 'weekdays',
      tipo: 'choice',
      combo: 'boolean',
      foto: 'image',
    })
    expect(register('produtos').fields.find(field => field.name === 'ncmId')?.reference).toEqual({
      to: 'ncms',
      as: 'ncm',
      textKey: true,
      from: 3,
      onRemove: 'refuse',
    })
  })
})

describe('derived views', () => {
  it('of a register without a UI schema', () => {
    const { views } = register('grupos')
    expect(views.path).toBe('/grupos')
    expect(views.list.columns.filter(column => !column.hidden).map(column => column.field)).toEqual(['nome', 'ativo'])
    expect(views.list.card).toEqual(['nome', 'ativo'])
    expect(views.filter).toMatchObject({ search: true, fields: [{ field: 'ativo', operator: 'eq' }] })
    expect(views.form.parts[0]?.rows).toEqual([
      [
        { field: 'nome', span: 4 },
        { field: 'ativo', span: 3 },
      ],
    ])
    expect(views.actions.map(action => action.id)).toEqual(['open', 'clone', 'remove'])
  })

  it('of a register with child lists: one part each', () => {
    expect(register('combos').views.form.parts.map(part => part.id)).toEqual(['dados', 'disponibilidades'])
    expect(register('combos').views.form.parts[1]?.rows).toEqual([[{ list: 'disponibilidades', columns: ['dia', 'inicio'] }]])
  })

  it('completes what a UI schema says', () => {
    const { list, form, actions } = register('produtos').views
    expect(list.columns.slice(0, 6)).toMatchObject([
      { field: 'codigo', sort: true },
      { field: 'nome' },
      { field: 'grupo.nome', title: 'Grupo' },
      { field: 'venda', edit: true },
      { field: 'combo', switch: { failure: 'save-failed' } },
      { field: '!ver', title: 'Ver', sort: false },
    ])
    expect(list.columns.slice(6).every(column => column.hidden)).toBe(true)
    expect(list.columns.some(column => column.field === 'senha')).toBe(false)
    expect(form.parts[0]?.rows[0]).toEqual([
      { field: 'codigo', span: 6 },
      { field: 'nome', span: 6 },
    ])
    expect(actions.map(action => action.id)).toEqual(['open', 'clone', 'remove', 'ver'])
  })

  it('an action that copies is for those who may also create, whatever its own gate says', () => {
    const path = 'registers/cardapio/produtos.ui.json'
    const edited = readModel(shopWithEditedText(path, '"open": "/produtos?grupoId={grupoId}"', '"clone": true')).model
    const own = edited.registers.produtos?.views.actions.find(({ id }) => id === 'ver')
    expect(own).toMatchObject({ does: { clone: true }, gate: '(cardapio_ver && store.entrega) && (cardapio_editar)' })
  })

  it('menu: written items, then registers of the group; screens and addresses', () => {
    expect(model.menu.map(group => [group.place, group.items.map(item => item.path)])).toEqual([
      ['side', ['/produtos', '/grupos']],
      ['user', ['/alterarSenha', '/produtos?venda=0..5']],
    ])
  })

  it('menu: an item is known by its page’s name and synonyms, unless it says others', () => {
    const edited = readModel(shopWithEditedText('menu.json', '"title": "Senha",', '"title": "Senha", "synonyms": ["chave"],'))
      .model.menu[1]?.items
    expect(edited).toMatchObject([{ title: 'Senha', alone: 'Alterar senha', synonyms: ['chave'] }, {}])
  })
})

describe('a refused file', () => {
  it('goes alone; a bad UI schema leaves a derived view', () => {
    const result = readModel(shopWithEditedText('registers/cardapio/produtos.ui.json', '"codigo"', '"codgo"'))
    expect(result.problems).toHaveLength(1)
    expect(result.model.registers.produtos?.views.form.layout).toBe('sections')
  })

  it('takes along what depends on it', () => {
    const result = readModel(shopWithEditedText('registers/cardapio/produtos.schema.json', '"percent"', '"percents"'))
    expect(Object.keys(result.model.registers)).toEqual(['grupos', 'lojas', 'ncms', 'user_lojas'])
    expect(result.problems.map(problem => [problem.file, problem.code])).toEqual([
      ['registers/cardapio/produtos.schema.json', 'kind-unknown'],
    ])
    // Its mistake is told once; who falls with it is named, not blamed.
    expect(result.fallen).toEqual(['registers/cardapio/combos.schema.json'])
  })

  it('of messages still lends its codes', () => {
    const result = readModel(shopWithEditedText('messages/all.json', '"kind": "validation"', '"kind": "validations"'))
    expect(result.problems.map(problem => problem.code)).toEqual(['word-unknown'])
  })

  it.each([
    ['a keyword', '"properties": {', '"propertis": {', 'keyword-unknown'],
    ['what a register must say', '"title": "Grupos",', '', 'keyword-missing'],
    ['a list of fields that is none', '"scope": "store"', '"scope": 3', 'word-unknown'],
    ['the JSON itself', '"title": "Grupos",', '"title": "Grupos"', 'json-invalid'],
  ])('with a fault in %s is told once, however many build on it', (_what, from, to, code) => {
    const result = readModel(shopWithEditedText('registers/cardapio/grupos.schema.json', from, to))
    expect(result.problems.map(problem => [problem.file, problem.code])).toEqual([
      ['registers/cardapio/grupos.schema.json', code],
    ])
    expect(result.fallen).toContain('registers/cardapio/produtos.schema.json')
    expect(Object.keys(result.model.registers)).toEqual(['lojas', 'ncms', 'user_lojas'])
  })
})
