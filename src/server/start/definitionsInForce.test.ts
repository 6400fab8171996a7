import { beforeEach, describe, expect, it } from 'vitest'
import { shopDefinitions, shopWithEditedText } from '../../model/fixtures/shop.ts'
import type { DefinitionFile } from '../../model/read.ts'
import { DefinitionsInForce } from './definitionsInForce.ts'

const produtos = 'registers/cardapio/produtos.schema.json'
const ui = 'registers/cardapio/produtos.ui.json'

const edit = (files: readonly DefinitionFile[], path: string, from: string, to: string): DefinitionFile[] =>
  files.map(each => (each.path === path ? { path, text: each.text.replace(from, to) } : each))

describe('definitions that are being written', () => {
  let definitions: DefinitionsInForce
  beforeEach(() => {
    definitions = new DefinitionsInForce()
    definitions.take(shopDefinitions)
  })

  it('keep the last good version of a file, and everything that builds on it', () => {
    const { model, problems, fallen } = definitions.take(shopWithEditedText(produtos, '"percent"', '"percents"'))
    expect(problems).toMatchObject([{ file: produtos, code: 'kind-unknown', didYouMean: 'percent' }])
    expect(Object.keys(model.registers)).toContain('combos')
    expect(fallen).toEqual([])
  })

  it('take what is right beside it, and the file once it is mended', () => {
    const wrong = edit(shopWithEditedText(produtos, '"percent"', '"percents"'), 'menu.json', '"Senha"', '"Minha senha"')
    const { model } = definitions.take(wrong)
    expect(JSON.stringify(model.menu)).toContain('Minha senha')
    expect(definitions.take(edit(wrong, produtos, '"percents"', '"money"')).problems).toEqual([])
  })

  it('stay as they were where the last version of one file does not fit the new one of another', () => {
    const { model, problems } = definitions.take(edit(shopDefinitions, produtos, '"codigo": {', '"sku": {'))
    expect(problems.map(({ file }) => file)).toContain(ui)
    expect(model.registers.produtos?.fields.map(field => field.name)).toContain('codigo')
    const both = edit(edit(shopDefinitions, produtos, '"codigo": {', '"sku": {'), ui, '"codigo"', '"sku"')
    const mended = both.map(file => ({ ...file, text: file.text.replaceAll('"codigo"', '"sku"') }))
    expect(definitions.take(mended).problems.filter(({ file }) => file === produtos)).toEqual([])
  })

  it('are left out where they never were right, until they are', () => {
    const path = 'registers/cardapio/cores.schema.json'
    const text = JSON.stringify({
      title: 'Cores',
      type: 'object',
      register: { scope: 'store', label: 'nome' },
      properties: { nome: { type: 'strin', title: 'Nome' } },
    })
    const first = definitions.take([...shopDefinitions, { path, text }])
    expect(first.problems).toMatchObject([{ file: path }])
    expect(Object.keys(first.model.registers)).toContain('produtos')
    expect(Object.keys(first.model.registers)).not.toContain('cores')
    const second = definitions.take([...shopDefinitions, { path, text: text.replace('strin"', 'string"') }])
    expect(second.problems).toEqual([])
    expect(Object.keys(second.model.registers)).toContain('cores')
  })

  it('begin without what is wrong from the start', () => {
    const cold = new DefinitionsInForce()
    const wrong = shopWithEditedText(produtos, '"percent"', '"percents"')
    expect(Object.keys(cold.take(wrong).model.registers)).toEqual(['grupos', 'lojas', 'ncms', 'user_lojas'])
    expect(Object.keys(cold.take(wrong).model.registers)).toEqual(['grupos', 'lojas', 'ncms', 'user_lojas'])
    expect(Object.keys(cold.take(shopDefinitions).model.registers)).toContain('combos')
  })
})
