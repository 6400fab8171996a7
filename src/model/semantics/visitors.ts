import type { RegisterDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import { scopeOfRegister } from '../expression.ts'
import type { Field, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { JsonPath } from '../source/source.ts'
import { anyType, boolType, type Checker } from './checker.ts'

type Definition = NonNullable<RegisterDefinition['register']['visitors']>

/** Strangers fill plain values: nothing that leads to other records or files, and nothing that the server keeps or hides. */
const isPlain = ({ stored, readOnly, secret, reference, kind }: Field): boolean =>
  stored && !readOnly && !secret && !reference && kindByName(kind).keeps === undefined

/** Checks what people without a login may do: fields that there are and that are plain, ways that ask for nothing, letters that are written. */
export function checkVisitors(checker: Checker, visitors: Definition | undefined, register: Register): void {
  if (!visitors) return
  const path = ['register', 'visitors']
  if (register.scope !== 'store' || register.parent || register.textKey)
    checker.add(path, 'visitors-place', 'Visitors make records of registers whose rows belong to a store.', { part: 'key' })
  const scope = scopeOfRegister(checker.model, register.name)
  for (const word of ['fields', 'shows'] as const) checker.fields([...path, word], register, visitors[word])
  visitors.fields.forEach((name, i) => {
    const field = fieldOf(register, name)
    if (field && !isPlain(field))
      checker.add(
        [...path, 'fields', i],
        'visitors-field',
        `"${name}" is not a plain field that people write: visitors may not fill it.`,
      )
  })
  visitors.shows?.forEach((name, i) => {
    const field = fieldOf(register, name)
    if (field && (field.secret || field.see !== undefined))
      checker.add([...path, 'shows', i], 'visitors-field', `"${name}" is not for everybody to read.`)
  })
  for (const [name, expression] of Object.entries(visitors.set ?? {})) {
    checker.field([...path, 'set', name], register, name, 'key')
    checker.expression([...path, 'set', name], expression, scope, anyType)
  }
  checker.expression([...path, 'when'], visitors.when, scope, boolType)
  checker.expression([...path, 'frames'], visitors.frames, scope, anyType)
  const filled = new Set(visitors.fields)
  for (const { fields } of register.unique)
    if (fields.every(name => filled.has(name)))
      checker.add(
        [...path, 'fields'],
        'visitors-known',
        `Visitors could find out what others sent: ${fields.join(', ')} may stand once alone ("unique").`,
      )
  checkConsent(checker, [...path, 'consent'], visitors.consent, register)
  checkWaysOfVisitors(checker, path, visitors, register)
}

function checkConsent(checker: Checker, path: JsonPath, consent: Definition['consent'], register: Register): void {
  if (!consent) return
  checker.message([...path, 'message'], consent.message)
  for (const word of ['at', 'version'] as const) checker.field([...path, word], register, consent[word])
}

function checkWaysOfVisitors(checker: Checker, path: JsonPath, { ways, confirm, fields }: Definition, register: Register): void {
  const known = register.fields.flatMap(field => field.ways?.list ?? [])
  const check = (at: JsonPath, id: string): void => {
    if (!checker.oneOf(at, 'way-unknown', `way of ${register.name}`, id, new Set(known.map(way => way.id)))) return
    const way = known.find(one => one.id === id)
    if (way?.ask || way?.approve)
      checker.add(at, 'visitors-way', `The way "${id}" asks people for more than visitors can answer.`)
  }
  for (const [i, id] of (ways ?? []).entries()) check([...path, 'ways', i], id)
  if (!confirm) return
  check([...path, 'confirm', 'way'], confirm.way)
  for (const part of ['subject', 'text', 'button'])
    if (!checker.names.messages.has(`${confirm.letter}.${part}`))
      checker.add([...path, 'confirm', 'letter'], 'message-unknown', `There is no message "${confirm.letter}.${part}".`)
  const said = checker.model.messages[`${confirm.letter}.text`]?.text
  if (typeof said === 'string' && !/(^|\n\n)\{link\}(\n\n|$)/.test(said))
    checker.add(
      [...path, 'confirm', 'letter'],
      'visitors-letter',
      `"${confirm.letter}.text" has no paragraph "{link}", which becomes the button.`,
    )
  checker.field([...path, 'confirm', 'email'], register, confirm.email)
  if (fieldOf(register, confirm.email) && !fields.includes(confirm.email))
    checker.add([...path, 'confirm', 'email'], 'visitors-field', `Visitors do not fill "${confirm.email}".`)
}
