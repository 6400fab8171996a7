import type { ScreenDefinition } from '../../../generated/definitions.ts'
import { type ExpressionScope, scopeOfFields } from '../../expression.ts'
import type { Screen } from '../../model.ts'
import type { JsonPath } from '../../source/source.ts'
import { checkDeedWords } from '../action/deedWords.ts'
import { boolType, type Checker, textType } from '../checker.ts'
import { checkProperty } from '../property.ts'
import { checkAddress } from '../registerUi.ts'
import { checkVisitorsForm } from './visitors.ts'

type FormDefinition = NonNullable<ScreenDefinition['form']>

/** A form that ends in a call: its fields, its parts, the call and the ways on. */
export function checkForm(checker: Checker, form: FormDefinition, screen: Screen): void {
  const made = 'form' in screen.body ? screen.body.form : undefined
  const fields = [...(made?.fields ?? []), ...(made?.parameters ?? [])]
  const owner = { name: screen.name, fields, lists: [] }
  const scope = scopeOfFields(checker.model, fields)
  for (const [name, property] of Object.entries(form.properties))
    checkProperty(checker, ['form', 'properties', name], name, property, { owner, scope })
  for (const [name, property] of Object.entries(form.parameters ?? {})) {
    checkProperty(checker, ['form', 'parameters', name], name, property, { owner, scope })
    if (form.properties[name])
      checker.add(['form', 'parameters', name], 'name-twice', `"${name}" is a field of the form.`, { part: 'key' })
  }
  const shown = { name: `the result of ${screen.name}`, fields: made?.result ?? [], lists: [] }
  for (const [name, property] of Object.entries(form.result ?? {}))
    checkProperty(checker, ['form', 'result', name], name, property, {
      owner: shown,
      scope: scopeOfFields(checker.model, shown.fields),
    })
  checkDeedWords(checker, ['form'], { button: form.button })
  checkSaid(checker, form, owner, scope)
  checker.fields(['form', 'required'], owner, form.required)
  checkSteps(checker, form.steps ?? [], owner, scope)
  form.rules?.forEach((rule, i) => {
    checker.expression(['form', 'rules', i, 'rule'], rule.rule, scope, boolType)
    checker.message(['form', 'rules', i, 'message'], rule.message)
    checker.fields(['form', 'rules', i, 'fields'], owner, rule.fields)
  })
  checker.call(['form', 'submit'], form.submit, scope)
  checkVisitorsForm(checker, form, screen.public)
  checker.message(['form', 'success'], form.success)
  checker.message(['form', 'failure'], form.failure)
}

/** How the form is said otherwise, and the ways on. */
function checkSaid(
  checker: Checker,
  { variants, after, links, goTo }: FormDefinition,
  owner: Parameters<Checker['fields']>[1],
  scope: ExpressionScope,
): void {
  variants?.forEach(({ when, titles, success, button }, i) => {
    const path = ['form', 'variants', i]
    checkDeedWords(checker, path, { button })
    checker.expression([...path, 'when'], when, scope, boolType)
    checker.message([...path, 'success'], success)
    for (const name of Object.keys(titles ?? {})) checker.field([...path, 'titles', name], owner, name, 'key')
  })
  checker.message(['form', 'after', 'text'], after?.text)
  if (after?.open !== undefined) checkPage(checker, ['form', 'after', 'open'], after.open)
  for (const [i, { open }] of (links ?? []).entries()) checkPage(checker, ['form', 'links', i, 'open'], open)
  for (const [i, { when, login, open }] of (goTo ?? []).entries()) {
    const path = ['form', 'goTo', i]
    checker.expression([...path, 'when'], when, scope, boolType)
    checker.expression([...path, 'login', 'email'], login?.email, scope, textType)
    checker.expression([...path, 'login', 'password'], login?.password, scope, textType)
    checkPage(checker, [...path, 'open'], open)
  }
}

/** The parts: their fields, and the texts below them. */
function checkSteps(
  checker: Checker,
  steps: NonNullable<FormDefinition['steps']>,
  owner: Parameters<Checker['fields']>[1],
  scope: ExpressionScope,
): void {
  steps.forEach((step, i) => {
    const path = ['form', 'steps', i]
    if (Array.isArray(step)) {
      checker.fields(path, owner, step)
      return
    }
    checker.fields([...path, 'fields'], owner, step.fields)
    step.notes?.forEach(({ message, when }, j) => {
      checker.message([...path, 'notes', j, 'message'], message)
      checker.expression([...path, 'notes', j, 'when'], when, scope, boolType)
    })
  })
}

/** An address that leads to one of the pages. */
function checkPage(checker: Checker, path: JsonPath, address: string): void {
  checkAddress(checker, path, address)
  checker.page(path, address)
}
