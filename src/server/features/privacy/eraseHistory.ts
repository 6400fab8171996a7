import { asValue } from '../../../kinds/asValue.ts'
import type { Belonging } from '../../../model/model.ts'
import type { DataRow } from '../../query/fetchPlanRows.ts'
import { roleTable } from '../../roleTable.ts'
import { NO_STORE, type UnitOfWork } from '../../write/unitOfWork.ts'
import { historyName } from '../../write/writeHistory.ts'
import { stateOf } from '../history/historyEntries.ts'
import { type ErasedTexts, noteTexts } from './eraseRows.ts'
import type { PersonRows, PersonTraits } from './findPersonRows.ts'
import { type PersonalTable, personalTables } from './personalTables.ts'
import type { Subject } from './subject.ts'

interface Line {
  readonly id: string
  readonly recursoId: string
  readonly acaoId: string | null
  readonly antes: string | null
  readonly depois: string | null
}

/** Lines that are in memory at once. */
const BATCH = 500

/** Other findings in the history of a person's rows. */
export interface ErasedHistory {
  /** Actions that those lines are of. */
  readonly actions: Set<string>
  /** Names by which lists of actions called the records. */
  readonly labels: Set<string>
}

/**
 * Takes what is a person's out of the history: of the rows that are about them, and of those that once were. With it go the states to which
 * an undo or an older version would lead back: what is no longer said there is not restored.
 */
export async function eraseHistory(
  rows: PersonRows,
  subject: Subject,
  work: UnitOfWork,
  texts: ErasedTexts,
): Promise<ErasedHistory> {
  const erased: ErasedHistory = { actions: new Set(), labels: new Set() }
  const ids = new Map(rows.found.map(({ personal, ids: found }) => [personal.table.register.name, found]))
  for (const personal of personalTables(work.model)) {
    if (personal.about.keptByLaw !== undefined) continue
    const names = namesOf(personal)
    if (names.length === 0) continue
    const { scope } = personal.table.register
    const stores = scope === 'global' ? (subject.isGlobal ? [NO_STORE] : []) : subject.stores
    const search = {
      personal,
      ids: ids.get(personal.table.register.name) ?? [],
      words: wordsOf(personal, ids, rows.traits, subject),
    }
    for (const lojaId of stores) await eraseLines(lojaId, search, names, work, texts, erased)
  }
  return erased
}

/** Members of a state that hold what goes: fields, and whole lists that have such fields. */
const namesOf = ({ erased, lists }: PersonalTable): string[] => [
  ...erased.map(({ name }) => name),
  ...lists.flatMap(({ list, erased: below }) => (below.length > 0 ? [list.name] : [])),
]

/** A field of a state and its values by which the row was about the person at that time. */
interface Word {
  readonly field: string
  readonly values: ReadonlySet<string>
}

function wordsOf(
  { about, table }: PersonalTable,
  ids: ReadonlyMap<string, readonly string[]>,
  traits: PersonTraits,
  subject: Subject,
): Word[] {
  if (table.register.scope === 'global' && !subject.isGlobal) return []
  return about.whose.flatMap(({ field, same }: Belonging): Word[] => {
    if (field === undefined) return []
    const to = table.byName.get(field)?.field.reference?.to
    const values = same === undefined ? (ids.get(to ?? '') ?? []) : traits[same]
    // A person's namesakes are not this person: names alone say too little of what was.
    return values.length === 0 || same === 'name' ? [] : [{ field, values: new Set(values.map(value => value.toLowerCase())) }]
  })
}

interface Search {
  readonly personal: PersonalTable
  readonly ids: readonly string[]
  readonly words: readonly Word[]
}

async function eraseLines(
  lojaId: number,
  { personal, ids, words }: Search,
  names: readonly string[],
  work: UnitOfWork,
  texts: ErasedTexts,
  erased: ErasedHistory,
): Promise<void> {
  if (ids.length === 0 && words.length === 0) return
  const { q } = work
  const { register, byName } = personal.table
  const history = roleTable(work.model, 'history')
  const own = new Set(ids)
  const wanted = words.flatMap(({ field, values }) =>
    [...values].flatMap(value => [`"${field}":${value}`, `"${field}":"${value}"`]).map(containing),
  )
  const label = byName.get(register.label)
  for (let above = '0'; ; ) {
    const { rows } = await q.query<Line & Record<string, unknown>>(
      `SELECT id::text AS id, "recursoId", "acaoId", antes, depois FROM ${history} WHERE "lojaId" = $1 AND recurso = $2 AND id > $3
         AND ("recursoId" = ANY($4::text[]) OR lower(concat(antes, depois)) LIKE ANY($5::text[])) ORDER BY id LIMIT ${BATCH}`,
      [lojaId, historyName(register), above, ids, wanted],
      '',
    )
    const changed = rows.flatMap(line => {
      const states = [stateOf(line.antes), stateOf(line.depois)]
      if (!own.has(line.recursoId) && !states.some(state => state && words.some(word => says(state, word)))) return []
      if (line.acaoId) erased.actions.add(line.acaoId)
      const [antes, depois] = states.map(state => {
        if (!state) return null
        for (const name of names) noteTexts(state[name], texts)
        const value = state[register.label]
        if (label?.field.personal && value) erased.labels.add(label.kind.format(asValue(value), label.field).slice(0, 200))
        return JSON.stringify(Object.fromEntries(Object.entries(state).filter(([name]) => !names.includes(name))))
      })
      return [{ id: line.id, antes: antes ?? null, depois: depois ?? null }]
    })
    if (changed.length > 0)
      await q.query(
        `UPDATE ${history} h SET antes = v.antes, depois = v.depois FROM unnest($2::bigint[], $3::text[], $4::text[]) AS v(id, antes, depois)
         WHERE h."lojaId" = $1 AND h.id = v.id`,
        [lojaId, changed.map(({ id }) => id), changed.map(({ antes }) => antes), changed.map(({ depois }) => depois)],
      )
    if (rows.length < BATCH) break
    above = rows.at(-1)?.id ?? above
  }
  await q.query('DELETE FROM system.removed_secrets WHERE "lojaId" = $1 AND register = $2 AND id = ANY($3::text[])', [
    lojaId,
    historyName(register),
    ids,
  ])
}

/** A pattern of texts, in small letters, that contain this one. */
export const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`

const says = (state: DataRow, { field, values }: Word): boolean => {
  const value = state[field]
  return value !== null && value !== undefined && values.has(String(value).toLowerCase())
}

/** Takes the person's names out of the list of what was done. */
export async function eraseActions(
  { actions, labels }: ErasedHistory,
  { stores, isGlobal }: Subject,
  { q }: UnitOfWork,
): Promise<void> {
  if (actions.size === 0 || labels.size === 0) return
  await q.query(
    `UPDATE system.actions SET label = '' WHERE "lojaId" = ANY($1::bigint[]) AND id = ANY($2::uuid[]) AND label = ANY($3::text[])`,
    [isGlobal ? [NO_STORE, ...stores] : stores, [...actions], [...labels]],
  )
}
