import type { Property } from '../../generated/definitions.ts'
import { outlinesOf } from '../incremental/watchedModel.ts'
import type { Register } from '../model.ts'
import { isSystemField } from '../register.ts'
import type { RegisterSource } from '../source/definitions.ts'
import type { JsonPath } from '../source/source.ts'
import type { Checker } from './checker.ts'

/** Letters of a table's or a column's name that PostgreSQL keeps: it cuts the rest without a word. */
const longest = 63

/** Why a register, a field or a list cannot be called so; nothing when it can. */
function faultOf(name: string): string | undefined {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'letters without accents, digits and _, no digit first'
  if (name.length > longest) return `${name.length} letters, and tables keep ${longest}`
  if (name in {}) return 'every object of JavaScript has a member of that name'
  return undefined
}

/** A name that becomes a table, a column or part of an address. */
export function checkName(checker: Checker, path: JsonPath, name: string, what: string): void {
  const fault = faultOf(name)
  if (fault) checker.add(path, 'name-invalid', `"${name}" cannot name a ${what}: ${fault}.`, { part: 'key' })
}

/** Fields that every register has are not written anew, and no two names differ by their case alone. */
export function checkFieldNames(
  checker: Checker,
  path: JsonPath,
  properties: Readonly<Record<string, Property>>,
  register: Register,
): void {
  const seen = new Map<string, string>()
  for (const [name, property] of Object.entries(properties)) {
    const at = [...path, 'properties', name]
    const twin = seen.get(name.toLowerCase())
    seen.set(name.toLowerCase(), name)
    if (twin !== undefined)
      checker.add(at, 'name-twice', `"${twin}" is the same name in other letters, and columns of files are found in any.`, {
        part: 'key',
      })
    if (isKept(name, property, register))
      checker.add(at, 'name-taken', `Every register has the field "${name}" already, and the server writes it.`, { part: 'key' })
  }
}

/** A key that people write (`"key": "text"`) and the store that is pointed at may be described; the rest may not. */
function isKept(name: string, property: Property, register: Register): boolean {
  if (name === 'id') return !register.textKey
  if (name === 'lojaId') return property.reference === undefined
  return name === '_busca' || (isSystemField(name) && !register.parent)
}

/** The register's own name, and the tables of its child lists: no other register's, and of a length that the database keeps. */
export function checkTableNames(checker: Checker, source: RegisterSource, register: Register): void {
  checkName(checker, [], source.name, 'register')
  const all = outlinesOf(checker.model)
  for (const list of register.lists) {
    const rows = checker.model.registers[list.register]
    if (rows?.parent?.register !== register.name) continue
    const at = ['properties', list.name]
    const other = all.find(each => each.table === rows.table && each.name !== rows.name && each.from === undefined)
    if (other)
      checker.add(at, 'name-taken', `The list's table would be "${rows.table}", which is that of ${other.name}.`, { part: 'key' })
    if (rows.table.length > longest)
      checker.add(at, 'name-invalid', `The list's table would be "${rows.table}": ${faultOf(rows.table)}.`, { part: 'key' })
  }
}
