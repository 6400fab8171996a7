import type { RegisterDefinition } from '../../generated/definitions.ts'
import { kindByName } from '../../kinds/values.ts'
import { scopeOfRegister } from '../expression.ts'
import { targetOf } from '../field.ts'
import type { Field, Register } from '../model.ts'
import { fieldOf } from '../register.ts'
import type { JsonPath } from '../source/source.ts'
import { wayOf } from '../ways/wayOf.ts'
import { anyType, boolType, type Checker } from './checker.ts'
import { checkWritten } from './expression/writtenValue.ts'

type Definition = NonNullable<RegisterDefinition['register']['visitors']>

/** Strangers fill plain values: nothing that leads to other records or files, and nothing that the server keeps or hides. */
const isPlain = ({ stored, readOnly, secret, kind, ...field }: Field): boolean =>
  stored && !readOnly && !secret && !targetOf(field) && kindByName(kind).keeps === undefined

/** Checks what people without a login may do: fields that there are and that are plain, ways that ask for nothing, letters that are written. */
export function checkVisitors(checker: Checker, visitors: Definition | undefined, register: Register): void {
  if (!visitors) return
  const path = ['register', 'visitors']
  const { fields = [] } = visitors
  if (register.scope !== 'store' || register.parent || register.textKey)
    checker.add(path, 'visitors-place', 'Visitors make records of registers whose rows belong to a store.', { part: 'key' })
  const scope = scopeOfRegister(checker.model, register.name)
  checkFilled(checker, [...path, 'fields'], register, fields)
  checkShown(checker, [...path, 'shows'], register, visitors.shows)
  for (const [name, expression] of Object.entries(visitors.set ?? {})) {
    if (checker.field([...path, 'set', name], register, name, 'key'))
      checkWritten(checker, [...path, 'set', name], name, expression, { register, scope })
  }
  checker.expression([...path, 'when'], visitors.when, scope, boolType)
  checker.expression([...path, 'frames'], visitors.frames, scope, anyType)
  const filled = new Set(fields)
  for (const { fields: together } of register.unique)
    if (together.every(name => filled.has(name)))
      checker.add(
        [...path, 'fields'],
        'visitors-known',
        `Visitors could find out what others sent: ${together.join(', ')} may stand once alone ("unique").`,
      )
  checkConsent(checker, [...path, 'consent'], visitors.consent, register)
  checkWaysOfVisitors(checker, path, visitors, register)
  checkLetters(checker, path, visitors, register)
  checkAnswer(checker, [...path, 'answer'], visitors.answer, register)
  checkFree(checker, [...path, 'free'], visitors, register)
  if (visitors.page === undefined && (visitors.confirm ?? visitors.invite ?? visitors.answer ?? visitors.ways))
    checker.add(path, 'visitors-page', 'There is no "page" that the link could open.', { part: 'key' })
  if (visitors.until !== undefined) checkTime(checker, [...path, 'until'], register, visitors.until)
}

function checkFilled(checker: Checker, path: JsonPath, register: Register, names: readonly string[] = []): void {
  checker.fields(path, register, names)
  names.forEach((name, i) => {
    const field = fieldOf(register, name)
    if (field && !isPlain(field))
      checker.add([...path, i], 'visitors-field', `"${name}" is not a plain field that people write: visitors may not fill it.`)
  })
}

function checkShown(checker: Checker, path: JsonPath, register: Register, names: readonly string[] = []): void {
  checker.fields(path, register, names)
  names.forEach((name, i) => {
    const field = fieldOf(register, name)
    if (field && (field.secret || field.see !== undefined))
      checker.add([...path, i], 'visitors-field', `"${name}" is not for everybody to read.`)
  })
}

/** A day or a moment. */
function checkTime(checker: Checker, path: JsonPath, register: Register, name: string): void {
  const field = checker.field(path, register, name) ? fieldOf(register, name) : undefined
  const { time } = kindByName(field?.kind ?? 'text')
  if (field && time !== 'day' && time !== 'instant') checker.add(path, 'moment-needed', `The field ${name} holds no moment.`)
}

function checkConsent(checker: Checker, path: JsonPath, consent: Definition['consent'], register: Register): void {
  if (!consent) return
  checker.message([...path, 'message'], consent.message)
  for (const word of ['at', 'version'] as const) checker.field([...path, word], register, consent[word])
}

function checkWaysOfVisitors(checker: Checker, path: JsonPath, { ways, confirm, answer }: Definition, register: Register): void {
  const known = new Set(register.fields.flatMap(field => field.ways?.list ?? []).map(({ id }) => id))
  const check = (at: JsonPath, id: string): void => {
    if (!checker.oneOf(at, 'way-unknown', `way of ${register.name}`, id, known)) return
    const way = wayOf(register, id)?.way
    if (way?.ask || way?.approve)
      checker.add(at, 'visitors-way', `The way "${id}" asks people for more than visitors can answer.`)
  }
  for (const [i, id] of (ways ?? []).entries()) check([...path, 'ways', i], id)
  if (confirm) check([...path, 'confirm', 'way'], confirm.way)
  if (answer) check([...path, 'answer', 'way'], answer.way)
}

/** Letters that are written, with a paragraph for their link, to an address of the record. */
function checkLetters(checker: Checker, path: JsonPath, { confirm, invite, fields = [] }: Definition, register: Register): void {
  checker.expression([...path, 'invite', 'when'], invite?.when, scopeOfRegister(checker.model, register.name), boolType)
  for (const [word, said] of Object.entries({ confirm, invite })) {
    if (!said) continue
    const at = [...path, word]
    for (const part of ['subject', 'text', 'button'])
      if (!checker.names.messages.has(`${said.letter}.${part}`))
        checker.add([...at, 'letter'], 'message-unknown', `There is no message "${said.letter}.${part}".`)
    const text = checker.model.messages[`${said.letter}.text`]?.text
    if (typeof text === 'string' && !/(^|\n\n)\{link\}(\n\n|$)/.test(text))
      checker.add(
        [...at, 'letter'],
        'visitors-letter',
        `"${said.letter}.text" has no paragraph "{link}", which becomes the button.`,
      )
    checker.field([...at, 'email'], register, said.email)
    if (word === 'confirm' && fieldOf(register, said.email) && !fields.includes(said.email))
      checker.add([...at, 'email'], 'visitors-field', `Visitors do not fill "${said.email}".`)
  }
}

/** Fields and rows that are there, and plain where they are filled. */
function checkAnswer(checker: Checker, path: JsonPath, answer: Definition['answer'], register: Register): void {
  if (!answer) return
  checkFilled(checker, [...path, 'fields'], register, answer.fields)
  const { rows } = answer
  if (!rows) return
  const names = register.lists.map(({ name }) => name)
  if (!checker.oneOf([...path, 'rows', 'list'], 'field-unknown', `list of ${register.name}`, rows.list, names)) return
  const of = checker.model.registers[register.lists.find(({ name }) => name === rows.list)?.register ?? '']
  if (!of) return
  checkShown(checker, [...path, 'rows', 'shows'], of, rows.shows)
  checkFilled(checker, [...path, 'rows', 'fills'], of, rows.fills)
}

/** Moments that visitors fill, a reference to what they take up, and numbers on both sides. */
function checkFree(checker: Checker, path: JsonPath, { free, fields = [] }: Definition, register: Register): void {
  if (!free) return
  checker.expression([...path, 'when'], free.when, scopeOfRegister(checker.model, register.name), boolType)
  for (const word of ['at', 'until'] as const) {
    const known = checker.field([...path, word], register, free[word])
    const kind = known && fieldOf(register, free[word])?.kind
    if (kind && kindByName(kind).time !== 'instant')
      checker.add([...path, word], 'moment-needed', `The field ${free[word]} holds no moment.`)
  }
  if (fieldOf(register, free.at) && !fields.includes(free.at))
    checker.add([...path, 'at'], 'visitors-field', `Visitors do not fill "${free.at}".`)
  if (!checker.field([...path, 'of'], register, free.of)) return
  const to = checker.model.registers[fieldOf(register, free.of)?.reference?.to ?? '']
  if (!to) {
    checker.add([...path, 'of'], 'visitors-field', `"${free.of}" refers to nothing that could be taken up.`)
    return
  }
  for (const [name, room] of Object.entries(free.fits ?? {})) {
    if (checker.field([...path, 'fits', name], register, name, 'key') && !fields.includes(name))
      checker.add([...path, 'fits', name], 'visitors-field', `Visitors do not fill "${name}".`, { part: 'key' })
    checker.field([...path, 'fits', name], to, room)
  }
}
