import { type ReactNode, useMemo } from 'react'
import { type InputServices, InputServicesProvider, type ReferenceOption } from '../../kinds/inputServices.tsx'
import type { Model, Register } from '../../model/model.ts'
import { call } from './api.ts'
import { fetchRecord, saveRecord } from './record.ts'
import { fetchRowsPage, type RegisterRow, type RowsQuery } from './registerRows.ts'
import { useMay, useSession, useTranslate } from './session.tsx'

/** Most records that a reference offers at once. */
const most = 25

/** Most texts of offered records that are remembered. */
const remembered = 1_000

type Where = Readonly<Record<string, unknown>>

/** Gives the inputs of the value kinds what they may not import: other records, uploads, words, the store's clock. */
export function SessionInputServices({ children }: { readonly children: ReactNode }) {
  const { model, zone } = useSession()
  const may = useMay()
  const say = useTranslate()
  const surroundings = useMemo((): InputServices => {
    const creatable = (name: string): Register | undefined => {
      const register = model.registers[name]
      return register && may(register.access.create) && needsOnlyLabel(register) ? register : undefined
    }
    const offers = new Map<string, string>()
    return {
      async search(name, text, where) {
        const options = await search(model, name, text, where, may(model.registers[name]?.access.see))
        if (offers.size > remembered) offers.clear()
        for (const { id, label } of options) offers.set(`${name}/${id}`, label)
        return options
      },
      offered: (name, id) => offers.get(`${name}/${id}`),
      labelOf: (name, id) => labelOf(model, name, id),
      titleOf: name => model.registers[name]?.title ?? name,
      labelField: name => model.registers[name]?.label,
      mayCreate: name => creatable(name) !== undefined,
      create: async (name, text) => {
        const register = creatable(name)
        if (!register) return undefined
        return optionOf(register, await saveRecord(name, { [register.label]: text.trim() }))
      },
      address: (name, id) => {
        const register = model.registers[name]
        return register && may(register.access.see) ? `${register.views.path}/${encodeURIComponent(id)}` : undefined
      },
      upload,
      say,
      zone,
    }
  }, [model, zone, may, say])
  return <InputServicesProvider value={surroundings}>{children}</InputServicesProvider>
}

/** A record can be created from what was typed when nothing else is asked for. */
const needsOnlyLabel = (register: Register): boolean =>
  !register.textKey &&
  register.lists.every(list => !list.min) &&
  register.fields.every(
    field => field.name === register.label || !field.required || field.readOnly || field.default !== undefined,
  )

/** Records that match: digits are looked for in code and id, anything else in the words. */
async function search(
  model: Model,
  name: string,
  text: string,
  where: Where | undefined,
  seen: boolean,
): Promise<readonly ReferenceOption[]> {
  const register = model.registers[name]
  if (!register) return []
  const { rows } = await fetchRowsPage(name, { ...referenceOptionsQuery(register, text.trim(), where, seen), limit: most })
  return rows.map(row => optionOf(register, row))
}

/** Fields of the search that hold digits alone: phones, tax ids. */
const numbersOf = (register: Register): readonly string[] =>
  register.fields
    .filter(({ search, stored, kind, refine }) => search && stored && (kind === 'taxId' || refine?.keep === 'digits'))
    .map(({ name }) => name)

/**
 * The question of a search; its rows need no more than what an option shows. Who may only choose a record and not see it (`seen`)
 * may ask for nothing else either.
 */
export function referenceOptionsQuery(register: Register, text: string, where: Where | undefined, seen = true): RowsQuery {
  const fields = ['id', register.label, ...(register.code ? [register.code] : [])]
  const base = { fields: [...new Set(fields)], order: [`${register.label} ASC`] }
  const narrowed = (more?: Where): Pick<RowsQuery, 'where'> => {
    const parts = [where, more].filter(part => part !== undefined)
    return parts.length === 0 ? {} : { where: parts.length === 1 ? (parts[0] as Where) : { and: parts } }
  }
  if (text === '') return { ...base, ...narrowed() }
  if (/^\d+$/.test(text)) {
    const key = register.code ?? 'id'
    const starts = register.textKey || register.code ? { [key]: { like: `${text}%` } } : { id: Number(text) }
    // A key that people keep (NCM, CEST) is what digits mean; elsewhere they may be part of a name, or of a number that is searched by.
    const others = (seen ? numbersOf(register) : []).flatMap(name => (name === key ? [] : [{ [name]: { like: `${text}%` } }]))
    const found = register.textKey ? starts : { or: [starts, ...others, { [register.label]: { ilike: `%${text}%` } }] }
    return { ...base, order: [`${key} ASC`], ...narrowed(found) }
  }
  // The server ignores words under three characters.
  if (text.length < 3) return { ...base, ...narrowed({ [register.label]: { ilike: `%${text}%` } }) }
  return { ...base, ...narrowed(), q: text }
}

async function labelOf(model: Model, name: string, id: string | number): Promise<string | undefined> {
  const register = model.registers[name]
  return register && optionOf(register, await fetchRecord(name, id)).label
}

function optionOf(register: Register, row: RegisterRow): ReferenceOption {
  const code = register.code ? row[register.code] : register.textKey ? row.id : undefined
  return {
    id: row.id,
    label: String(row[register.label] ?? row.id),
    ...(code === undefined || code === null ? {} : { code: String(code) }),
  }
}

/** Stores an image under the screen's own name. */
async function upload(file: Blob, name: string, progress?: (part: number) => void): Promise<string> {
  progress?.(0)
  const resource = location.pathname.split('/')[1] || 'imagens'
  const { data } = await call<{ url: string }>('POST', 'files', { query: { resource, name }, body: file })
  progress?.(1)
  return data.url
}
