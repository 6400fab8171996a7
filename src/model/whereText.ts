import { isRecord } from '../base/record.ts'
import type { Value } from '../kinds/kind.ts'
import { kindByName } from '../kinds/values.ts'
import type { Field, Register } from './model.ts'
import { fieldOf } from './register.ts'

/**
 * A plain condition over a register's records in words: '“Fornecedor” marcado e “Tipo” igual a “Mercadoria”'. Undefined where it
 * says more than which values its fields have.
 */
export function whereText(where: Readonly<Record<string, unknown>>, register: Register): string | undefined {
  const parts = Object.entries(where).map(([name, wanted]) => {
    const field = fieldOf(register, name)
    return field && partText(field, wanted)
  })
  return parts.length > 0 && parts.every(part => part !== undefined) ? parts.join(' e ') : undefined
}

function partText(field: Field, wanted: unknown): string | undefined {
  const title = `“${field.title}”`
  if (wanted === true) return `${title} marcado`
  if (wanted === false) return `${title} desmarcado`
  if (wanted === null) return `${title} em branco`
  const several = isRecord(wanted) && Object.keys(wanted).length === 1 && Array.isArray(wanted.inq) ? wanted.inq : undefined
  const values = (several ?? [wanted]).map(value => valueText(field, value))
  if (values.length === 0 || values.some(text => text === undefined)) return undefined
  return `${title} igual a ${values.map(text => `“${text}”`).join(' ou ')}`
}

function valueText(field: Field, value: unknown): string | undefined {
  if (field.reference || !isPlain(value)) return undefined
  const kind = kindByName(field.kind)
  const read = kind.accept(value, field)
  return read.ok ? kind.format(read.value, field) : undefined
}

const isPlain = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number'
