import { describe, expect, it } from 'vitest'
import type { Model } from '../../../src/model/model.ts'
import { type DefinitionFile, readModel } from '../../../src/model/read.ts'
import { changesBetween } from './changes.ts'

const path = 'registers/cadastros/fretes.schema.json'
const definition = {
  $schema: '../../meta/register.json',
  title: 'Fretes',
  type: 'object',
  register: { scope: 'store', label: 'nome', access: { all: 'admin' } },
  properties: {
    nome: { type: 'string', title: 'Nome', maxLength: 60 },
    modo: {
      type: 'string',
      title: 'Modo',
      oneOf: [
        { const: 'CIF', title: 'Emitente' },
        { const: 'FOB', title: 'Destinatário' },
      ],
    },
    valor: { type: 'number', title: 'Valor', format: 'money' },
  },
  required: ['nome'],
}
const messages = (text: string): DefinitionFile => ({
  path: 'messages/a.json',
  text: JSON.stringify({ $schema: '../meta/messages.json', messages: { ola: { text, kind: 'info' } } }),
})
const modelOf = (register: object | undefined, text = 'Olá') =>
  readModel([...(register ? [{ path, text: JSON.stringify(register) }] : []), messages(text)]).model

const linesOf = (after: object) => {
  const [section] = changesBetween(modelOf(definition), modelOf(after))
  return section?.subjects.flatMap(subject => subject.lines.map(line => `${line.kind} ${line.text}`)) ?? []
}

describe('changes between two models', () => {
  it('has nothing to say of the same', () => {
    expect(changesBetween(modelOf(definition), modelOf(definition))).toEqual([])
  })

  it('tells registers that came and went', () => {
    expect(changesBetween(modelOf(undefined), modelOf(definition))[0]?.subjects[0]).toMatchObject({
      kind: 'added',
      title: 'Fretes',
    })
    expect(changesBetween(modelOf(definition), modelOf(undefined))[0]?.subjects[0]).toMatchObject({ kind: 'removed' })
  })

  it('tells fields, limits, options and what is required', () => {
    const after = structuredClone(definition)
    const { valor: _valor, ...properties } = after.properties
    properties.nome.maxLength = 40
    properties.modo.oneOf.pop()
    const changes = linesOf({
      ...after,
      properties: { ...properties, prazo: { type: 'integer', title: 'Prazo', minimum: 1 } },
      required: ['nome', 'modo'],
    })
    expect(changes).toContain('removed Campo “Nome”: limite: até 60 caracteres')
    expect(changes).toContain('added Campo “Nome”: limite: até 40 caracteres')
    expect(changes).toContain('removed Campo “Modo”: opção “Destinatário”')
    expect(changes).toContain('changed Campo “Modo”: obrigatório: de “Não” para “Sim”')
    expect(changes).toContain('removed Campo “Valor”: Valor em reais')
    expect(changes).toContain('added Campo “Prazo”: Número inteiro, no mínimo 1')
    expect(changes).toContain('added Coluna da lista: “Prazo”')
  })

  it('knows a renamed field by its former name', () => {
    const { nome, ...rest } = definition.properties
    const changes = linesOf({
      ...definition,
      register: { ...definition.register, label: 'descricao' },
      properties: { descricao: { ...nome, was: 'nome' }, ...rest },
      required: ['descricao'],
    })
    expect(changes).toContain('changed Campo “Nome”: nome de nome para descricao')
    expect(changes.join('\n')).not.toContain('removed Campo')
  })

  it('tells who may do what, and rules', () => {
    const changes = linesOf({ ...definition, register: { ...definition.register, access: { all: 'owner' }, unique: [['nome']] } })
    expect(changes).toContain(
      'changed Quem pode Ver, Criar, Alterar e Excluir: de “Administrador da plataforma” para “Proprietário e administrador”',
    )
    expect(changes.some(line => line.startsWith('added Regra: “Nome” não se repete na loja'))).toBe(true)
  })

  it('tells options that came and went in one line each', () => {
    const modo = { ...definition.properties.modo, oneOf: ['A', 'B', 'C'].map(each => ({ const: each, title: each })) }
    expect(linesOf({ ...definition, properties: { ...definition.properties, modo } })).toEqual([
      'removed Campo “Modo”: opções “Emitente” e “Destinatário”',
      'added Campo “Modo”: opções “A”, “B” e “C”',
    ])
  })

  it('tells on which ways a choice moves', () => {
    const [first, second] = definition.properties.modo.oneOf
    const moving = (list: readonly object[]) => ({
      ...definition,
      properties: { ...definition.properties, modo: { ...definition.properties.modo, default: first?.const, ways: { list } } },
    })
    const both = [
      { id: 'ida', title: 'Ir', from: [first?.const], to: second?.const },
      { id: 'volta', title: 'Voltar', from: [second?.const], to: first?.const },
    ]
    const lines = changesBetween(modelOf(moving(both)), modelOf(moving(both.slice(0, 1))))
    expect(JSON.stringify(lines)).toContain(`“Voltar” passa de “${second?.title}” para “${first?.title}”.`)
  })

  it('tells messages', () => {
    const [section] = changesBetween(modelOf(definition, 'Olá'), modelOf(definition, 'Oi'))
    expect(section).toMatchObject({
      title: 'Mensagens',
      subjects: [{ kind: 'changed', name: 'ola', lines: [{ kind: 'changed', text: 'Texto: de “Olá” para “Oi”' }] }],
    })
  })

  it('tells who sees an item of the menu, and their order', () => {
    const menu = (items: object[]): DefinitionFile => ({
      path: 'menu.json',
      text: JSON.stringify({ groups: [{ id: 'cadastros', title: 'Cadastros', icon: 'folder', items }] }),
    })
    const item = (title: string, gate: string) => ({ title, address: `/login?${title}`, gate })
    const model = (...items: object[]) => readModel([menu(items)]).model
    const lines = (before: Model, after: Model) => changesBetween(before, after)[0]?.subjects[0]?.lines.map(line => line.text)
    const before = model(item('a', 'owner'), item('b', 'admin'))
    expect(lines(before, model(item('a', 'logged'), item('b', 'admin')))).toEqual([
      'Quem vê o item “a”: de “Proprietário e administrador” para “Qualquer pessoa que entrou”',
    ])
    expect(lines(before, model(item('b', 'admin'), item('a', 'owner')))).toEqual(['Ordem dos itens: “b”, “a”'])
  })
})
