import { expect, it } from 'vitest'
import { evaluateInScope, scopeOfFields } from '../../model/expression.ts'
import { readDefinitions } from '../../server/start/definitions.ts'

const { model } = readDefinitions()
const screen = model.screens.pesquisa
const form = screen && 'form' in screen.body ? screen.body.form : undefined

it.each([
  [0, 'Como podemos melhorar?'],
  [8, 'Como podemos melhorar?'],
  [9, 'O que você mais gosta?'],
  [10, 'O que você mais gosta?'],
])('%d asks %s', (score, question) => {
  const scope = scopeOfFields(model, form?.fields ?? [])
  const variant = form?.variants.find(({ when }) => evaluateInScope(scope, when, { record: { score } }) === true)
  const usual = form?.fields.find(({ name }) => name === 'feedback')?.title
  expect(variant?.titles.feedback ?? usual).toBe(question)
})
