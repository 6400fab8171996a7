import { describe, expect, it } from 'vitest'
import { readDefinitionFiles } from '../../../server/start/definitionFiles.ts'
import { editedDefinitions } from '../../fixtures/editedDefinitions.ts'
import { readModel } from '../../read.ts'

const path = 'screens/whatsapp-config.json'
const files = readDefinitionFiles()

describe('what stands in every state', () => {
  const status = 'screens/status-loja.json'
  it('is in each of them, once written', () => {
    const body = readModel(files).model.screens['status-loja']?.body
    const states = body && 'states' in body ? body.states.states : []
    const titles = states.map(({ rows }) => rows.flat().flatMap(item => ('text' in item ? [item.title] : [])))
    expect(titles).toEqual([1, 2, 3].map(() => ['Loja', 'Entrega', 'Retirada', 'Mesa']))
  })

  it('is told at its own line, and once', () => {
    const { problems, line } = editedDefinitions(files, status, '"abrirLoja"', '"abrirLojas"')
    expect(problems).toEqual([expect.objectContaining({ file: status, line, code: 'action-unknown', didYouMean: 'abrirLoja' })])
  })
})

describe('a form that several states share', () => {
  it('stands in each of them, with its fields', () => {
    const body = readModel(files).model.screens['whatsapp-config']?.body
    const states = body && 'states' in body ? body.states.states : []
    const forms = states.flatMap(({ rows }) => rows.flat()).flatMap(item => ('form' in item ? [item.form] : []))
    expect(forms.length).toBeGreaterThan(2)
    for (const form of forms)
      expect(form.fields.map(({ name }) => name)).toEqual(['responder', 'respostaBemVindo', 'contatosIgnorar'])
  })

  it.each([
    [
      'a name that is none',
      '"Situação" }, { "form": "respostas"',
      '"Situação" }, { "form": "resposta"',
      'form-unknown',
      'respostas',
    ],
    ['an action that is none', '"actions": ["salvar"]', '"actions": ["salva"]', 'action-unknown', 'salvar'],
    ['a field that is none', '"responder": "reply', '"respondr": "reply', 'field-unknown', 'responder'],
    ['one that nobody shows', '"forms": {', '"forms": { "outra": { "properties": {}, "actions": ["salvar"] },', 'form-unused'],
  ])('%s', (_what, from, to, code, didYouMean?) => {
    const { problems, line } = editedDefinitions(files, path, from, to)
    expect(problems).toEqual([expect.objectContaining({ file: path, line, code, ...(didYouMean ? { didYouMean } : {}) })])
  })
})
