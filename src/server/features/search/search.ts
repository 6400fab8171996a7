import type { FoundRecord } from '../../../api/search.ts'
import { isNumberKind } from '../../../kinds/numbers.ts'
import { kindByName } from '../../../kinds/values.ts'
import type { Model, Register, Rights } from '../../../model/model.ts'
import { fieldOf, identifyingFields, opensPages } from '../../../model/register.ts'
import { type Operation, operation } from '../../operations/operation.ts'
import { type DataRow, fetchPlanRows } from '../../query/fetchPlanRows.ts'
import type { RawFilter } from '../../query/filter.ts'
import { planList } from '../../query/planList.ts'
import { readScope, restrictPlan } from '../../query/restrictPlan.ts'
import { tableOf } from '../../query/table.ts'
import { isActAllowed } from '../../query/visibility.ts'
import { matchesNumber, noteFields, numberConditions, recordNote, typedDigits } from './numbers.ts'

interface Input {
  readonly q: string
}

/** Records of one register, and of all of them. */
const EACH = 4
const MOST = 24

/** Records by number, code, name or tax id in every register that the caller may see, and that has an address of its own. */
const search = operation<Input>({
  method: 'GET',
  path: 'buscar',
  title: 'Registros por número, código, nome ou CPF/CNPJ, em todos os cadastros que o usuário vê',
  gate: 'logged',
  input: {
    type: 'object',
    properties: { lojaId: { type: 'integer' }, q: { type: 'string', minLength: 1, maxLength: 100 } },
    required: ['q'],
  },
  output: {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        register: { type: 'string' },
        title: { type: 'string' },
        path: { type: 'string' },
        id: { type: ['integer', 'string'] },
        code: { type: ['string', 'null'] },
        label: { type: 'string' },
        note: { type: ['string', 'null'] },
      },
    },
  },
  messages: [],
  async run({ database, model, caller, input }) {
    const q = input.q.trim()
    const found = await Promise.all(
      searched(model, caller.rights).flatMap(register => {
        const where = whereOf(register, q)
        if (!where) return []
        const table = tableOf(model, register.name)
        const ground = { model, table, zone: caller.zone }
        const plan = restrictPlan(planList({ ...where, ...shown(register), limit: EACH }, ground), caller, model)
        return database
          .read(readScope(caller, { model, table }), queries => fetchPlanRows(plan, queries))
          .then(rows => rows.map(row => ({ ...tell(register, row, caller.zone), fit: fitOf(register, row, q) })))
      }),
    )
    return best(found.flat())
  },
})

/** Registers with a page of their own whose records have a name; a view shows again what its register has. */
const searched = (model: Model, rights: Rights): readonly Register[] =>
  Object.values(model.registers).filter(
    register =>
      register.parent === undefined &&
      register.from === undefined &&
      isActAllowed(register, 'see', rights) &&
      opensPages(register, gate => gate !== undefined && rights[gate] === true) &&
      (register.numbers !== undefined || isWorded(register)),
  )

/** Records that words find, too: those without are looked up by their numbers alone, for there are many. */
const isWorded = (register: Register): boolean => register.code !== undefined || register.fields.some(field => field.search)

const shown = (register: Register): RawFilter => ({
  fields: [
    ...new Set([
      'id',
      register.label,
      ...identifyingFields(register).map(({ name }) => name),
      ...(register.numbers ?? []).map(({ field }) => field),
      ...noteFields(register).map(({ name }) => name),
    ]),
  ],
  order: register.numbers || !isNamed(register) ? register.order : [`${register.label} ASC`],
})

/** Whether what names a record is a column, which can be looked in. */
const isNamed = (register: Register): boolean => fieldOf(register, register.label)?.stored === true

/** Digits are looked for where codes and tax ids stand; anything else in the words. */
function whereOf(register: Register, q: string): RawFilter | undefined {
  const digits = typedDigits(q)
  const worded = isWorded(register)
  if (digits === '' && !worded) return undefined
  if (digits === '' && q.length >= 3) return { q }
  if (digits === '') return isNamed(register) ? { where: { [register.label]: { ilike: `${q}%` } } } : undefined
  const stored = register.fields.filter(field => worded && field.stored && !field.secret)
  const starts = stored
    .filter(
      field => kindByName(field.kind).identifies || field.name === register.code || (register.textKey && field.name === 'id'),
    )
    .map(field => (isNumberKind(field) ? { [field.name]: Number(digits) } : { [field.name]: { like: `${digits}%` } }))
  // Whole, as its index knows it.
  const coded = identifyingFields(register)
    .filter(({ kind, name }) => worded && kindByName(kind).words && name !== register.code)
    .map(({ name }) => ({ [name]: digits }))
  const named = stored.some(field => field.name === register.label && kindByName(field.kind).words)
  const any = [
    ...starts,
    ...coded,
    ...numberConditions(register, digits),
    ...(named ? [{ [register.label]: { ilike: `%${q}%` } }] : []),
  ]
  return any.length === 0 ? undefined : { where: { or: any } }
}

function tell(register: Register, row: DataRow, zone: string): FoundRecord {
  const label = fieldOf(register, register.label)
  const named = !(label && isNumberKind(label)) && row[register.label] !== null && row[register.label] !== undefined
  const code = register.code ? row[register.code] : register.textKey ? row.id : undefined
  return {
    register: register.name,
    title: register.title,
    path: `${register.views.path}/${encodeURIComponent(String(row.id))}`,
    id: row.id,
    code: code === undefined || code === null ? null : String(code),
    label: named ? String(row[register.label]) : `${capital(register.singular)} ${row[register.label] ?? row.id}`,
    note: recordNote(register, row, zone),
  }
}

const capital = (text: string): string => `${text.charAt(0).toLocaleUpperCase('pt-BR')}${text.slice(1)}`

/** How well a record fits: by a whole code, by a whole number, by a name that begins so, by the beginning of a code, else. */
function fitOf(register: Register, row: DataRow, q: string): number {
  const text = (name: string | undefined): string => String((name && row[name]) ?? '')
  const start = q.toLocaleLowerCase('pt-BR')
  if (identifyingFields(register).some(({ name }) => text(name) === q) || (register.textKey && text('id') === q)) return 0
  if (matchesNumber(register, row, typedDigits(q))) return 1
  if (text(register.label).toLocaleLowerCase('pt-BR').startsWith(start)) return 2
  return text(register.code ?? (register.textKey ? 'id' : undefined)).startsWith(q) ? 3 : 4
}

const best = (found: readonly (FoundRecord & { readonly fit: number })[]): readonly FoundRecord[] =>
  found
    .toSorted((a, b) => a.fit - b.fit)
    .slice(0, MOST)
    .map(({ fit, ...one }) => one)

/** The calls of the search over all registers. */
export const searchOperations: readonly Operation[] = [search]
