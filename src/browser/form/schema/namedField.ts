import { asValue } from '../../../kinds/asValue.ts'
import type { Value } from '../../../kinds/kind.ts'
import type { Field, Model, Register } from '../../../model/model.ts'
import { readInitial } from '../../../model/own/initialValue.ts'
import { fieldNamedBy } from '../../../model/own/namedFieldProblems.ts'
import { settableFields } from '../../../model/own/settable.ts'
import { fieldOf } from '../../../model/register.ts'

type Values = Readonly<Record<string, unknown>>

/** The control of a text that names a field, or keeps a value of one. */
export interface NamedFieldControl {
  /** The field as it is asked for: a choice among fields, or the named field itself. */
  readonly field: Field
  /** The kept text as the control holds it. */
  read(text: Value): Value
  /** The text to keep of what the control holds. */
  write(value: Value): Value
}

/** Returns how such a text is asked for in a record with these values; undefined for any other field. */
export function namedFieldControl(model: Model, register: Register, field: Field, values: Values): NamedFieldControl | undefined {
  const { fieldOf: choice, valueFor, ways: _, ...own } = field
  if (choice !== undefined) {
    const of = model.registers[String(values[choice] ?? '')]
    const choices = (of ? settableFields(of) : [])
      .map(({ name, title }) => ({ value: name, title }))
      .toSorted((a, b) => a.title.localeCompare(b.title, 'pt-BR'))
    return { field: { ...own, kind: 'choice', choices }, read: text => text, write: value => value }
  }
  const named = valueFor === undefined ? undefined : fieldNamedBy(model, fieldOf(register, valueFor), values)
  if (!named) return undefined
  const { kind: _kind, maxLength: _most, ...words } = own
  const {
    required: _required,
    default: _default,
    defaultWhen: _when,
    name: _name,
    title: _title,
    help: _help,
    ...its
  } = named.field
  return {
    field: { ...its, ...words, required: false, kind: named.field.kind, lookups: [] },
    read: text => {
      const value = typeof text === 'string' && text !== '' ? readInitial(named.field, text) : undefined
      return value?.ok ? value.value : null
    },
    write: value => (value === null || value === '' ? null : JSON.stringify(asValue(value))),
  }
}

/** The fields of a record on which the control hangs, as one text. */
export function namedBy(register: Register, { fieldOf: choice, valueFor }: Field, valueOf: (name: string) => unknown): string {
  if (choice === undefined && valueFor === undefined) return ''
  const naming = valueFor === undefined ? undefined : fieldOf(register, valueFor)
  return [choice, valueFor, naming?.fieldOf].map(name => (name === undefined ? '' : String(valueOf(name) ?? ''))).join(' ')
}
