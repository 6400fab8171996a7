import { useCallback, useEffect, useMemo, useState } from 'react'
import type { LinkView } from '../../../model/action.ts'
import type { ChildList, Field, Register } from '../../../model/model.ts'
import { childListNamed, fieldOf } from '../../../model/register.ts'
import { referenceOptionsQuery } from '../../data/referenceOptions.ts'
import { fetchRowsPage, type RegisterRow } from '../../data/registerRows.ts'
import type { ActionDialogTools } from '../actionDialog.ts'
import { type ExistingLinks, existingLinksOf, type TickedKeys } from './links.ts'

/** Most links, groups and choices read at once. */
const linkLimits = { links: 1000, groups: 500, choices: 200 } as const

/** The registers and fields that a link's definition names. */
export interface ResolvedLink {
  readonly list: ChildList
  readonly field: Field
  /** Register of the records that are ticked. */
  readonly target: Register
  readonly group?: { readonly field: Field; readonly register: Register } | undefined
}

export function resolveLink({ list, field, group }: LinkView, { model, register }: ActionDialogTools): ResolvedLink | undefined {
  const found = childListNamed(register, list)
  const rows = found && model.registers[found.register]
  const reference = rows && fieldOf(rows, field)
  const target = reference?.reference && model.registers[reference.reference.to]
  if (!found || !reference || !target) return undefined
  const grouping = group === undefined ? undefined : fieldOf(target, group)
  const groups = grouping?.reference && model.registers[grouping.reference.to]
  return {
    list: found,
    field: reference,
    target,
    group: grouping && groups ? { field: grouping, register: groups } : undefined,
  }
}

/** One group that choices are shown by. */
export interface LinkGroup {
  readonly key: string
  readonly label: string
}

export interface Links {
  readonly kept: ExistingLinks | undefined
  readonly ticked: TickedKeys
  readonly groups: readonly LinkGroup[]
  /** How many of the ticked are in each group, of those whose group is known. */
  countIn(group: string): number
  tick(next: TickedKeys): void
  /** Remembers where choices belong, for the counts. */
  seen(rows: readonly RegisterRow[]): void
}

/** Returns the links and the groups; `failed` hears when they could not be read. */
export function useLinks(parts: ResolvedLink | undefined, id: string | undefined, failed: (error: unknown) => void): Links {
  const [kept, setKept] = useState<ExistingLinks>()
  const [ticked, setTicked] = useState<TickedKeys>(new Set())
  const [groups, setGroups] = useState<readonly LinkGroup[]>([])
  const [groupOf, setGroupOf] = useState<ReadonlyMap<string, string>>(new Map())
  const seen = useCallback(
    (rows: readonly RegisterRow[]) => {
      const name = parts?.group?.field.name
      if (name === undefined || rows.length === 0) return
      setGroupOf(known => new Map([...known, ...rows.map(row => [String(row.id), String(row[name] ?? '')] as const)]))
    },
    [parts],
  )
  useEffect(() => {
    if (!parts || id === undefined) return
    const stop = new AbortController()
    const { list, field, target, group } = parts
    const { as = '' } = field.reference ?? {}
    const read = async (): Promise<void> => {
      const include = [{ relation: as, scope: { fields: ['id', target.label, ...(group ? [group.field.name] : [])] } }]
      const where = { [list.by]: Number.isNaN(Number(id)) ? id : Number(id) }
      const links = await fetchRowsPage(list.register, { where, include, limit: linkLimits.links }, stop.signal)
      const found = existingLinksOf(links.rows, field.name)
      seen(links.rows.flatMap(row => (isRow(row[as]) ? [row[as]] : [])))
      setKept(found)
      setTicked(new Set(found.keys()))
      if (!group) return
      const { register } = group
      const order = [`${register.label} ASC`]
      const all = await fetchRowsPage(
        register.name,
        { fields: ['id', register.label], order, limit: linkLimits.groups },
        stop.signal,
      )
      setGroups(all.rows.map(row => ({ key: String(row.id), label: String(row[register.label] ?? row.id) })))
    }
    read().catch((error: unknown) => {
      if (!stop.signal.aborted) failed(error)
    })
    return () => stop.abort()
  }, [parts, id, failed, seen])
  const counts = useMemo(() => {
    const sums = new Map<string, number>()
    for (const key of ticked) {
      const group = groupOf.get(key)
      if (group !== undefined) sums.set(group, (sums.get(group) ?? 0) + 1)
    }
    return sums
  }, [ticked, groupOf])
  return { kept, ticked, groups, countIn: group => counts.get(group) ?? 0, tick: setTicked, seen }
}

const isRow = (value: unknown): value is RegisterRow => typeof value === 'object' && value !== null && 'id' in value

/** Pause after typing before choices are searched. */
const pause = 300

/** The records of a group, or those that a text finds; undefined until they are there. */
export function useLinkChoices(
  parts: ResolvedLink | undefined,
  group: string,
  text: string,
  found: (rows: readonly RegisterRow[]) => void,
  failed: (error: unknown) => void,
): { readonly rows: readonly RegisterRow[]; readonly count: number } | undefined {
  const [choices, setChoices] = useState<{ readonly rows: readonly RegisterRow[]; readonly count: number }>()
  useEffect(() => {
    if (!parts) return
    const stop = new AbortController()
    const { target, field } = parts
    const name = parts.group?.field.name
    const where = { ...field.reference?.where, ...(name === undefined || group === '' ? {} : { [name]: Number(group) }) }
    const query = referenceOptionsQuery(target, text.trim(), Object.keys(where).length === 0 ? undefined : where)
    const fields = [...(query.fields ?? []), ...(name === undefined ? [] : [name])]
    const timer = setTimeout(
      () => {
        fetchRowsPage(target.name, { ...query, fields, limit: linkLimits.choices }, stop.signal).then(
          page => {
            found(page.rows)
            setChoices(page)
          },
          (error: unknown) => {
            if (!stop.signal.aborted) failed(error)
          },
        )
      },
      text === '' ? 0 : pause,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [parts, group, text, found, failed])
  return choices
}
